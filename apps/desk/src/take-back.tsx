import type { DeskAction } from '@newsstand/contracts/desk-history';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { ActDialog } from './act-dialog.tsx';
import { call } from './call.ts';
import { useSignedIn } from './session.tsx';
import { verbWords } from './words.ts';

/** What was done may show on any page that is open. */
const EVERY_PAGE: readonly string[] = [];

const LETTERS = ['What has not gone out yet is not sent.', 'Who was written to already is not written to of it.'];
const QUIETLY = ['It becomes what it was before.', 'Nobody is written to.'];
/** What taking it back does, by what was done. */
const HAPPENS: Record<string, readonly string[]> = {
  writeNote: QUIETLY,
  askToErase: QUIETLY,
  adjustStock: QUIETLY,
  uploadIssueFile: QUIETLY,
  writeToDonors: LETTERS,
  writeToImported: LETTERS,
  returnToSender: [
    'It counts as not come back, and post goes to that address again.',
    'A letter about it that has not gone out yet is not sent.',
  ],
  dispatchGoods: ['It counts as not sent, and waits to be sent again.', 'Whoever was told that it was sent is told that it was not.'],
};
const OF_A_READER = ['It becomes what it was before.', 'The reader is written to, as when it was done.'];

type Props = { done: DeskAction; actions: readonly DeskAction[]; onDone: (said: string) => void; onClose: () => void };

/** Takes back something that was done, wherever it is shown; `actions` are those around it as the page has them now. */
export const TakeBack = ({ done, actions, onDone, onClose }: Props) => {
  const names = useSignedIn();
  return (
    <ActDialog
      title={`Undo: ${done.who} ${verbWords(done, names)}`}
      verb="Undo"
      about={EVERY_PAGE}
      shown={{
        now: actions,
        says: (all) => ({ 'What was done': all.find(({ id }) => id === done.id)?.undone ? 'Taken back already' : 'Stands' }),
        typed: { 'What was done': 'Taken back' },
        history: (all) => all,
      }}
      wish={{}}
      send={(_, { action, dry }) =>
        call(deskEndpoints.deskTakeBack, { params: { done: done.id }, ...(dry && { query: { dry: '' } }), body: { action } })
      }
      happens={() => [...(HAPPENS[done.verb] ?? OF_A_READER)]}
      done={() => 'It was taken back.'}
      {...{ onDone, onClose }}
    />
  );
};
