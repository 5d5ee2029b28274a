import type { ExportedRecords } from '@newsstand/contracts/desk-export';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './call.ts';
import styles from './desk.module.css';
import { proved } from './prove.ts';
import { saveFile } from './save-file.ts';
import { useMay, useSignedIn } from './session.tsx';

type Wish = { records: ExportedRecords; action: string };

/** Takes what is listed as a file, a button for each. It wants a passkey, and stands in the history. */
export const TakeRecords = ({ files }: { files: readonly { label: string; records: ExportedRecords }[] }) => {
  const may = useMay('exportRecords');
  const session = useSignedIn();
  // Asked for again after a failure, it is the same thing that is taken.
  const last = useRef<Wish | null>(null);
  const take = useMutation({
    mutationFn: (wish: Wish) => proved(session, () => call(deskEndpoints.deskExportRecords, { body: wish })),
    onSuccess: ({ name, csv }) => {
      last.current = null;
      saveFile(name, csv);
    },
  });
  const ask = (records: ExportedRecords) => {
    const isSame = last.current !== null && JSON.stringify(last.current.records) === JSON.stringify(records);
    last.current = isSame && last.current ? last.current : { records, action: crypto.randomUUID() };
    take.mutate(last.current);
  };
  if (!may) return null;
  return (
    <>
      <div className={styles['acts']}>
        {files.map(({ label, records }) => (
          <Button
            key={label}
            kind="secondary"
            busy={take.isPending && take.variables.records.of === records.of}
            onClick={() => ask(records)}
          >
            {label}
          </Button>
        ))}
      </div>
      <output>
        {take.isSuccess &&
          `${take.data.name} has ${take.data.rows === 1 ? 'one row' : `${take.data.rows} rows`}. That you took it is in the history.`}
      </output>
      {take.isError && <Notice kind="error">{take.error.message} No file was made.</Notice>}
    </>
  );
};
