import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { DeskOrderMoney, DeskRefund, Refunded, RefundMethod, RefundNow, RefundPlan } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call, CallError } from '../session/call.ts';
import type { Facts } from './changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { Choice, Words } from '../parts/filters.tsx';
import { givenBackWords } from './given-back.ts';
import { proved } from '../session/show-key.ts';
import { closedLine } from './refund-line.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { MONEY_BACK, REASONS, REFUND_METHODS, REFUND_STATES } from '../parts/words.ts';

/** Of which order: its id and number, and whose it is. */
export type OfOrder = { order: { id: string; number: string }; owner: string; name: string };
type Props = OfOrder & { refund: DeskRefund; onDone: (message: string) => void; onClose: () => void };

/** What is read anew when something is done about an order's money, and where somebody else was first. */
export function useMoneyAnew({ id }: { id: string }): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () => Promise.all([['order'], ['money', id], ['list'], ['today']].map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client, id],
  );
}

/**
 * An order's money as it is now, for who may see it: beside it a dialog sees what somebody else did. Null until it is
 * read.
 */
export function useMoneyOf(order: string): DeskOrderMoney | null {
  const sees = useMay('seeOrderMoney');
  const { data = null } = useQuery({
    queryKey: ['money', order],
    queryFn: () => call(moneyEndpoints.deskOrderMoney, { params: { order } }),
    enabled: sees,
  });
  return data;
}

/** Each sum that went back, is going or did not arrive, as a line. */
export const moneyFacts = (money: DeskOrderMoney | null): Facts =>
  money === null
    ? {}
    : {
        'Money of this order':
          [
            ...money.refunds.map(
              ({ amount, state, settled, who }) =>
                `${formatCents(amount)}: ${REFUND_STATES[state]}${settled ? ', seen to' : ''}${who === '' ? '' : ` (${who})`}`,
            ),
            ...money.back
              .filter(({ here }) => !here)
              .map(({ amount, state, decided }) => `${formatCents(amount)}: ${MONEY_BACK[state]}${decided === null ? '' : ', decided'}`),
          ].join('\n') || 'Nothing went back',
      };

/** Asks; where somebody else was first, what is shown is read anew as well. */
export async function orAnew<Answer>(anew: () => Promise<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CallError && error.status === 409) void anew();
    throw error;
  }
}

/**
 * Fields that come with the plan, after their dialog: whoever opens it goes on with the first of them, and not with
 * what stood there before.
 */
export function useFirstField(isThere: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isThere) fields.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [isThere]);
  return fields;
}

type Confirmed = { action: string; version: string };
type How = { action: string; dry: boolean; version?: string | undefined };

/**
 * What is taken away of an order and paid back, for a dialog: each try is kept as the plan that is on the screen, and
 * what is confirmed is of the version that was read. What became of the order's money is read anew when it is done, and
 * where somebody else was first.
 */
export function useRefundPlan<Wish>(
  order: { id: string },
  ask: (body: Wish & Confirmed, query: { dry?: '' }) => Promise<Refunded>,
): { plan: RefundPlan | null; send: (wish: Wish, how: How) => Promise<Refunded> } {
  const anew = useMoneyAnew(order);
  const [plan, setPlan] = useState<RefundPlan | null>(null);
  const version = useRef('');
  const send = async (wish: Wish, { action, dry, version: read }: How): Promise<Refunded> => {
    // A try says it, too: what does not go any more since it was read is told otherwise than what never went.
    const shown = read ?? version.current;
    const answer = await orAnew(anew, () => ask({ ...wish, action, version: shown }, dry ? { dry: '' } : {}));
    if (dry) {
      version.current = answer.plan.version;
      setPlan(answer.plan);
    } else await anew();
    return answer;
  };
  return { plan, send };
}

const ANSWERS = { yes: 'Allow it', no: 'Do not allow it' };

/** Another person allows what is more than one may pay back of an order in a day, or does not. */
export const ApproveDialog = ({ refund, order, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const anew = useMoneyAnew(order);
  const money = useMoneyOf(order.id);
  const [answer, setAnswer] = useState<keyof typeof ANSWERS>('yes');
  const [note, setNote] = useState('');
  const [reference, setReference] = useState(refund.reference ?? '');
  const sum = formatCents(refund.amount);
  const isPaper = refund.method === 'check' || refund.method === 'wire';
  const send = useCallback(
    async (wish: { approved: boolean; note: string; reference: string }, { action, dry }: { action: string; dry: boolean }) => {
      const answered = await orAnew(anew, () =>
        proved(session, () =>
          call(moneyEndpoints.deskApproveRefund, {
            params: { refund: refund.id },
            query: dry ? { dry: '' } : {},
            body: { action, ...wish },
          }),
        ),
      );
      if (!dry) await anew();
      return answered;
    },
    [session, refund.id, anew],
  );
  return (
    <ActDialog
      title={`Refund of order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb={answer === 'yes' ? `Allow ${sum}` : 'Do not allow it'}
      owner={owner}
      shown={{
        now: money,
        says: moneyFacts,
        typed: { 'Money of this order': answer === 'yes' ? `${sum} are allowed` : `${sum} are not allowed` },
      }}
      wish={{ approved: answer === 'yes', note, reference: isPaper && answer === 'yes' ? reference : '' }}
      send={send}
      ready={(would) => would !== undefined}
      happens={(would) =>
        answer === 'yes'
          ? [...askedFor(would), ...goesBack(would)]
          : [...askedFor(would), `${sum} do not go back. Less can be paid back anew.`, ...staysTaken(would), toldOf(would)]
      }
      done={({ refund: now }) => (answer === 'yes' ? stateText(now) : `${sum} were not allowed.`)}
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <p>
          {refund.who === '' ? 'Somebody' : refund.who} asks to pay back {sum}
          {isPaper ? ` by ${refund.method}` : ''}.
        </p>
        <div className={styles['pair']}>
          <Choice label="Answer" name="approved" value={answer} options={ANSWERS} onChange={(value) => setAnswer(value ?? 'yes')} />
          <Words label="Note, for the history" name="note" value={note} onChange={setNote} />
        </div>
        {isPaper && answer === 'yes' && (
          <Words label="Number of the check or wire" name="reference" value={reference} onChange={setReference} />
        )}
      </div>
    </ActDialog>
  );
};

type Way = RefundMethod | 'none' | 'undo';
const WAYS = { ...REFUND_METHODS, card: 'Once more to where it came from', none: 'Not at all: leave it' };
const UNDO = { undo: 'Not at all: give back what was taken away' };

/**
 * What becomes of a refund that was refused, or came back: once more, in another way, or nothing; of one that was
 * refused what it took away can be given back.
 */
export const RetryDialog = ({ refund, order, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const anew = useMoneyAnew(order);
  const money = useMoneyOf(order.id);
  // What came back from a card would come back again; what was only refused may go now.
  const [settled] = useState(refund.settled);
  const [method, setMethod] = useState<Way>(
    refund.settled ? 'undo' : refund.method === 'card' && refund.state === 'refused' ? 'card' : 'check',
  );
  const [reference, setReference] = useState('');
  const sum = formatCents(refund.amount);
  const send = useCallback(
    async (wish: { method: Way; reference: string }, { action, dry }: { action: string; dry: boolean }) => {
      const answered = await orAnew(anew, () =>
        proved(session, () =>
          call(moneyEndpoints.deskRetryRefund, {
            params: { refund: refund.id },
            query: dry ? { dry: '' } : {},
            body: { action, settled, ...wish },
          }),
        ),
      );
      if (!dry) await anew();
      return answered;
    },
    [session, refund.id, settled, anew],
  );
  const isPaper = method === 'check' || method === 'wire';
  // What somebody has seen to is not paid again: it can only be given back.
  const ways: Partial<Record<Way, string>> = { ...(!refund.settled && WAYS), ...(refund.undo && UNDO) };
  return (
    <ActDialog
      title={`Refund of order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb={method === 'none' ? 'Leave it' : method === 'undo' ? 'Give it back' : `Pay ${sum}`}
      owner={owner}
      shown={{
        now: money,
        says: moneyFacts,
        typed: {
          'Money of this order':
            method === 'none'
              ? `${sum} are left`
              : method === 'undo'
                ? 'Given back what was taken away'
                : `${sum}: ${REFUND_METHODS[method]}`,
        },
      }}
      wish={{ method, reference }}
      send={send}
      ready={(would) => would !== undefined}
      happens={(would) =>
        method === 'none'
          ? ['No money goes back, and it is on no list any more.', ...staysTaken(would), toldOf(would)]
          : method === 'undo'
            ? givenBackWords(would.given)
            : goesBack(would)
      }
      done={({ refund: now }) =>
        method === 'none' ? 'It was left.' : method === 'undo' ? 'What was taken away was given back.' : stateText(now)
      }
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <p>
          {sum} {refund.state === 'failed' ? 'came back to us' : 'were refused'}
          {refund.failure === null ? '.' : `: ${refund.failure}`}
        </p>
        <div className={styles['pair']}>
          <Choice label="Pay it" name="method" value={method} options={ways} onChange={(value) => setMethod(value ?? 'none')} />
          {isPaper && <Words label="Number of the check or wire" name="reference" value={reference} onChange={setReference} />}
        </div>
      </div>
    </ActDialog>
  );
};

/** Why somebody asks for a refund, and what it took away: what whoever is to allow it decides by. */
function askedFor({ asked, refund: { who } }: RefundNow): string[] {
  if (asked === undefined) return [];
  const why = asked.reason === null ? [] : [`Why ${who === '' ? 'it was asked for' : `${who} asks`}: ${REASONS[asked.reason]}.`];
  const note = asked.note === '' ? [] : [`Note: ${asked.note}`];
  const took = asked.happens && tookAway(asked.happens);
  return [...why, ...note, ...(took === undefined ? [] : [took])];
}

const count = (n: number, one: string, many: string): string | false => n > 0 && (n === 1 ? `one ${one}` : `${n} ${many}`);

function tookAway({ ends, downgrades, revokes, donation, dropped, restocked }: RefundPlan['happens']): string {
  const taken = [
    count(ends, 'subscription, which ended', 'subscriptions, which ended'),
    count(downgrades, 'upgrade', 'upgrades'),
    count(revokes, 'gift', 'gifts'),
    donation && 'the monthly donation',
    count(dropped, 'piece, which is not sent', 'pieces, which are not sent'),
    count(restocked, 'piece, which is in stock again', 'pieces, which are in stock again'),
  ].filter((part) => part !== false);
  return taken.length === 0 ? 'Nothing was taken away for it.' : `Taken away already: ${new Intl.ListFormat('en').format(taken)}.`;
}

const toldOf = ({ letter }: RefundNow): string => (letter === null ? 'Nobody is written to.' : `A letter says so to ${letter || 'them'}.`);

const staysTaken = ({ refund: { takes } }: RefundNow): string[] => (takes === false ? [] : ['What was taken away stays taken.']);

function goesBack(would: RefundNow): string[] {
  const { refund, back_to, closes } = would;
  const way = refund.method === 'card' ? `to ${back_to ?? 'where it came from'}` : `by ${refund.method}`;
  return [`${formatCents(refund.amount)} go back ${way}, with a credit note.`, ...closes.map((one) => closedLine(one)), toldOf(would)];
}

/** How a refund stands now. */
function stateText({ amount, state, credit_note, failure }: DeskRefund): string {
  const sum = formatCents(amount);
  switch (state) {
    case 'to-approve':
      return `${sum} wait for somebody to approve them.`;
    case 'asked':
    case 'pending':
      return `${sum} are on their way, 5 to 10 days.`;
    case 'sent':
      return `${sum} went back${credit_note === null ? '' : `, credit note ${credit_note}`}.`;
    case 'refused':
    case 'failed':
      return `The money did not go, and waits on Today: ${failure ?? 'the provider refused it.'}`;
  }
}
