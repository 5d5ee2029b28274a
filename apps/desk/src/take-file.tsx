import type { ExportedPeople } from '@newsstand/contracts/desk-export';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './call.ts';
import { proved } from './prove.ts';
import { saveFile } from './save-file.ts';
import { useMay, useSignedIn } from './session.tsx';

type Wish = { people: ExportedPeople; action: string };

/** Takes people as a file: the segment that is shown, and who is on the mailing lists. It wants a passkey, and stands in the history. */
export function useTakeFile({ segment, zone, level }: Omit<Extract<ExportedPeople, { of: 'readers' }>, 'of'>) {
  const may = useMay('exportPeople');
  const session = useSignedIn();
  // Asked for again after a failure, it is the same thing that is taken.
  const last = useRef<Wish | null>(null);
  const take = useMutation({
    mutationFn: (wish: Wish) => proved(session, () => call(deskEndpoints.deskExportPeople, { body: wish })),
    onSuccess: ({ name, csv }) => {
      last.current = null;
      saveFile(name, csv);
    },
  });
  const ask = (people: ExportedPeople) => {
    const isSame = last.current !== null && JSON.stringify(last.current.people) === JSON.stringify(people);
    last.current = isSame && last.current ? last.current : { people, action: crypto.randomUUID() };
    take.mutate(last.current);
  };
  const isOf = (of: ExportedPeople['of']) => take.isPending && take.variables.people.of === of;
  if (!may) return { buttons: null, said: null };
  return {
    buttons: (
      <>
        <Button
          kind="secondary"
          busy={isOf('readers')}
          onClick={() => ask({ of: 'readers', segment, ...(zone && { zone }), ...(level && { level }) })}
        >
          Take these as CSV
        </Button>
        <Button kind="secondary" busy={isOf('lists')} onClick={() => ask({ of: 'lists' })}>
          Mailing lists as CSV
        </Button>
      </>
    ),
    said: (
      <>
        <output>
          {take.isSuccess &&
            `${take.data.name} has ${take.data.rows === 1 ? 'one row' : `${take.data.rows} rows`}. That you took it is in the history.`}
        </output>
        {take.isError && <Notice kind="error">{take.error.message} No file was made.</Notice>}
      </>
    ),
  };
}
