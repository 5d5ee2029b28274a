import type { DeskAction } from '@newsstand/contracts/desk-history';
import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import type { WaitingGoods } from '@newsstand/contracts/desk-verbs';
import type * as v from 'valibot';
import { ActDialog, givenUpLines } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import type { Shown } from './changed-meanwhile.tsx';
import { givenBackWords, plannedLine, putOffLine, renewsLine } from './given-back.ts';
import { useSignedIn } from '../session/session.tsx';
import { cancelledBy, listed, verbWords } from '../parts/words.ts';

/** What was done may show on any page that is open. */
const EVERY_PAGE: readonly string[] = [];

const LETTERS = ['What has not gone out yet is not sent.', 'Who was written to already is not written to of it.'];
const QUIETLY = ['It becomes what it was before.', 'Nobody is written to.'];
/** Of a copy that came back. */
export const NOT_RETURNED: readonly string[] = [
  'It counts as not come back, and post goes to that address again.',
  'A letter about it that has not gone out yet is not sent.',
];
/** What taking it back does, by what was done. */
const HAPPENS: Record<string, readonly string[]> = {
  writeNote: QUIETLY,
  askToErase: QUIETLY,
  adjustStock: QUIETLY,
  uploadIssueFile: QUIETLY,
  writeToDonors: LETTERS,
  writeToImported: LETTERS,
  leaveListFor: ['The address is on the list again, with the consent that it had.', 'Nobody is written to.'],
  refundOrder: [
    'What was taken away is given back: pieces are sent after all, and out of stock.',
    'Whose subscription goes on is written to, and whoever paid of what is sent after all.',
  ],
  returnToSender: NOT_RETURNED,
  dispatchGoods: ['It counts as not sent, and waits to be sent again.', 'Whoever was told that it was sent is told that it was not.'],
};
/** What is taken back for a reader: the service says whether they are written to. */
function becomesAgain({ told, renews, renewal, put_off: putOff, held, goods = [], invoices = [] }: TakenBack): (string | null)[] {
  const post = held === true ? 'Copies came back from that address: nothing is posted there until another is named.' : null;
  const renewing = renews == null && renewal ? plannedLine(renewal) : renewsLine(renews, renewal ? [renewal] : []);
  const charged = [renewing, putOffLine(putOff ? [putOff] : [])];
  return ['It becomes what it was before.', post, ...goods.map(againWords), ...charged, ...givenUpLines(invoices), toldLine(told)];
}

/** Where goods that wait go again, and what a slip that is printed says. */
const againWords = ({ goods, number, address, batch }: WaitingGoods): string =>
  `${listed(goods, 'and')} of order ${number} ${goods.length === 1 ? 'goes' : 'go'} to ${address.join(', ')} again${batch === null ? '.' : `: packed in batch ${batch}, whose slip is to be printed again.`}`;

/** How it renews is said when it is done, too. */
const saidOf = ({ renews }: TakenBack): string =>
  renews == null
    ? 'It was taken back.'
    : renews
      ? 'It was taken back, and renews by itself again.'
      : 'It was taken back, and does not renew by itself: there is nothing on record to pay with.';

const toldLine = (told: TakenBack['told']): string => (told === null ? 'Nobody is written to.' : `A letter says so to ${told || 'them'}.`);

const remainCancelled = (done: DeskAction): string[] => {
  const invoices = cancelledBy(done);
  return invoices.length === 0
    ? []
    : [`${listed(invoices, 'and')} ${invoices.length === 1 ? 'stays' : 'stay'} cancelled: write an invoice anew where it is wanted.`];
};

type TakenBack = v.InferOutput<(typeof historyEndpoints)['deskTakeBack']['answer']>;

type DialogProps<Thing> = {
  /** What was done, by its action. */
  done: string;
  title: string;
  verb?: string;
  /** The page that shows it. Where none is named what was done may show on any page that is open. */
  about?: readonly string[];
  shown: Shown<Thing>;
  happens: (back: TakenBack) => (string | null)[];
  /** What is said when it is done. */
  says?: (back: TakenBack) => string;
  onDone: (message: string) => void;
  onClose: () => void;
};

/** The one way to take something back at the desk: what happens is asked of the service and shown before. */
export const TakeBackDialog = <Thing,>({ done, verb = 'Undo', about = EVERY_PAGE, says, ...props }: DialogProps<Thing>) => (
  <ActDialog
    verb={verb}
    about={about}
    wish={{ done }}
    send={(wish, { action, dry, version }) =>
      call(historyEndpoints.deskTakeBack, { params: { done: wish.done }, ...(dry && { query: { dry: '' } }), body: { action, version } })
    }
    version={(back) => back.version}
    done={says ?? saidOf}
    {...props}
  />
);

type Props = { done: DeskAction; actions: readonly DeskAction[]; onDone: (message: string) => void; onClose: () => void };

/** Takes back what a history shows; `actions` are those around it as the page has them now. */
export const TakeBack = ({ done, actions, onDone, onClose }: Props) => {
  const names = useSignedIn();
  return (
    <TakeBackDialog
      done={done.id}
      title={`Undo: ${done.who} ${verbWords(done, names)}`}
      shown={{
        now: actions,
        says: (all) => ({ 'What was done': all.find(({ id }) => id === done.id)?.undone ? 'Taken back already' : 'Stands' }),
        typed: { 'What was done': 'Taken back' },
        history: (all) => all,
      }}
      happens={(back) => [
        ...(back.given ? givenBackWords(back.given) : (HAPPENS[done.verb] ?? becomesAgain(back))),
        ...remainCancelled(done),
      ]}
      {...{ onDone, onClose }}
    />
  );
};
