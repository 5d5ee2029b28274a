import type { ExportedPeople, ExportedRecords, PeopleExported } from '@newsstand/contracts/desk-export';
import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskVerb } from '@newsstand/contracts/desk-roles';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../session/call.ts';
import styles from './desk.module.css';
import { proved } from '../session/show-key.ts';
import { saveFile } from './save-file.ts';
import { useMay, useSignedIn } from '../session/session.tsx';

/** A button's words, and what its file has. */
type File<What> = { label: string; what: What };
type Wish<What> = { what: What; action: string };

/**
 * Takes what is listed as a file, a button for each: it wants a passkey, and stands in the history. `buttons` and what
 * came of them, nothing for who may not.
 */
function useTakeFiles<What>(verb: DeskVerb, files: readonly File<What>[], take: (wish: Wish<What>) => Promise<PeopleExported>) {
  const may = useMay(verb);
  const session = useSignedIn();
  // Asked for again after a failure, it is the same thing that is taken.
  const last = useRef<Wish<What> | null>(null);
  const taking = useMutation({
    mutationFn: (wish: Wish<What>) => proved(session, () => take(wish)),
    onSuccess: ({ name, csv }) => {
      last.current = null;
      saveFile(name, csv);
    },
  });
  const ask = (what: What) => {
    if (!isSame(last.current?.what, what)) last.current = { what, action: crypto.randomUUID() };
    if (last.current) taking.mutate(last.current);
  };
  if (!may) return { buttons: null, text: null };
  return {
    buttons: files.map(({ label, what }) => (
      <Button key={label} kind="secondary" busy={taking.isPending && isSame(taking.variables.what, what)} onClick={() => ask(what)}>
        {label}
      </Button>
    )),
    text: (
      <>
        <output>
          {taking.isSuccess &&
            `${taking.data.name} has ${taking.data.rows === 1 ? 'one row' : `${taking.data.rows} rows`}. That you took it is in the history.`}
        </output>
        {taking.isError && <Notice kind="error">{taking.error.message} No file was made.</Notice>}
      </>
    ),
  };
}

const isSame = (one: unknown, other: unknown): boolean => one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** People: the segment that is shown, and who is on the mailing lists. */
export function useTakePeople(shown: Omit<Extract<ExportedPeople, { of: 'readers' }>, 'of'>) {
  const files: File<ExportedPeople>[] = [
    { label: 'Take these as CSV', what: { of: 'readers', ...shown } },
    { label: 'Mailing lists as CSV', what: { of: 'lists' } },
  ];
  return useTakeFiles('exportPeople', files, ({ what, action }) =>
    call(readersEndpoints.deskExportPeople, { body: { people: what, action } }),
  );
}

/** Orders, donors or the history, as a row of buttons. */
export const TakeRecords = ({ files }: { files: readonly { label: string; records: ExportedRecords }[] }) => {
  const { buttons, text } = useTakeFiles(
    'exportRecords',
    files.map(({ label, records }) => ({ label, what: records })),
    ({ what, action }) => call(historyEndpoints.deskExportRecords, { body: { records: what, action } }),
  );
  return (
    <>
      {buttons && <div className={styles['acts']}>{buttons}</div>}
      {text}
    </>
  );
};
