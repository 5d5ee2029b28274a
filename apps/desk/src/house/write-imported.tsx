import { importsEndpoints } from '@newsstand/contracts/desk-endpoints-imports';
import type { DeskImport, ImportedWritten } from '@newsstand/contracts/desk-imports';
import { Button } from '@newsstand/ui/button';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import { STATES } from './imports.tsx';
import { proved } from '../session/show-key.ts';
import { useMay, useSignedIn } from '../session/session.tsx';

const letters = (count: number): string => `${count} ${count === 1 ? 'letter' : 'letters'}`;
const lasts = (minutes: number): string =>
  minutes <= 1
    ? 'all of them within a minute'
    : minutes < 120
      ? `the last one ${minutes} minutes later`
      : `the last one ${Math.round(minutes / 60)} hours later`;

/** Those of other files that wait go first: so many are written to in a minute over all. */
const begin = ({ begins }: ImportedWritten): string =>
  begins === undefined
    ? 'ten minutes'
    : `${begins < 120 ? `${begins} minutes` : `${Math.round(begins / 60)} hours`}, behind those of other files`;

/** Writes to those whom a file brought, once it is taken over. */
export function WriteToImported({ file, onDone }: { file: DeskImport; onDone: (message: string) => void }) {
  const session = useSignedIn();
  const may = useMay('writeToImported');
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState<number | null>(null);
  if (!may || (file.state !== 'applied' && !open)) return null;
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        Write to them…
      </Button>
      {open && (
        <ActDialog<string, ImportedWritten, DeskImport>
          title={`Write to the readers of ${file.name}`}
          verb={(plan) => (plan ? `Write ${letters(plan.letters)}` : 'Write letters')}
          about={['import', file.id]}
          shown={{ now: file, says: ({ state }) => ({ 'The file': STATES[state] }) }}
          wish={file.id}
          send={async (id, { action, dry }) => {
            const body = { action, readers: dry ? null : tried };
            const ask = () => call(importsEndpoints.deskWriteToImported, { params: { id }, ...(dry && { query: { dry: '' } }), body });
            const plan = await proved(session, ask);
            if (dry) setTried(plan.letters);
            return plan;
          }}
          happens={(plan) => [
            `${letters(plan.letters)}: that their subscription is here, and that they log in with the address it goes to.`,
            `They begin in ${begin(plan)}, thirty a minute, ${lasts(plan.minutes)}. Until then, and while they go out, ‘Undo’ under this page’s letters stops the rest.`,
            'Nobody is written to twice; whoever has logged in, or whose e-mail fails, is not written to.',
          ]}
          done={(plan) =>
            `${letters(plan.letters)} ${plan.letters === 1 ? 'goes' : 'go'} out from ${plan.begins === undefined ? 'ten' : plan.begins} minutes on.`
          }
          onDone={(message) => {
            setOpen(false);
            onDone(message);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
