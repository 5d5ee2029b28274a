import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import type { RefundMethod, RefundOrder, RefundPlan, RefundPlanLine, Refunded } from '@newsstand/contracts/desk-refund';
import type { DeskReason } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { ActDialog, letterLine, ReasonField } from './act-dialog.tsx';
import { call } from './call.ts';
import styles from './desk.module.css';
import { Choice, Words } from './filters.tsx';
import { proved } from './prove.ts';
import { useSignedIn } from './session.tsx';
import { centsOf, REFUND_METHODS } from './words.ts';

/** What of a line goes back, as it is chosen: what was not served or its share, all that is left of it, so many dollars as typed, nothing. */
type Money = 'worth' | 'all' | 'other' | 'none';
type Wish = { pieces: number; came_back: boolean; money: Money; typed: string };
type Wishes = Readonly<Record<number, Wish>>;

const NOTHING: Wish = { pieces: 0, came_back: false, money: 'none', typed: '' };

type Props = {
  /** The order's id and number; `line` is that from which the dialog was opened, which is taken away unless somebody says otherwise. */
  order: { id: string; number: string };
  line?: number | undefined;
  owner: string;
  name: string;
  onDone: (said: string) => void;
  onClose: () => void;
};

/** Pays an order back, all of it or a part, and takes away what was paid for. What happens is said by the service, which is asked without doing it. */
export const RefundDialog = ({ order, line, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const client = useQueryClient();
  const [plan, setPlan] = useState<RefundPlan | null>(null);
  const [wishes, setWishes] = useState<Wishes>(line === undefined ? {} : { [line]: { ...NOTHING, pieces: -1, money: 'worth' } });
  const [shipping, setShipping] = useState('');
  const [method, setMethod] = useState<RefundMethod | undefined>();
  const [reference, setReference] = useState('');
  const [redeemed, setRedeemed] = useState<'keep' | 'end'>('keep');
  const [reason, setReason] = useState<DeskReason>('asked');
  const [note, setNote] = useState('');
  // Of the plan that is on the screen: what is confirmed is what was read.
  const version = useRef('');
  const chosen = method ?? plan?.methods[0] ?? 'card';
  const wish = bodyOf(plan, wishes, { shipping, method: chosen, reference, reason, note, redeemed });
  const send = useCallback(
    async (body: Omit<RefundOrder, 'action' | 'version'>, { action, dry }: { action: string; dry: boolean }): Promise<Refunded> => {
      const answer = await proved(session, () =>
        call(deskEndpoints.deskRefundOrder, {
          params: { order: order.id },
          query: dry ? { dry: '' } : {},
          body: { action, version: dry ? '' : version.current, ...body },
        }),
      );
      if (dry) {
        version.current = answer.plan.version;
        setPlan(answer.plan);
      } else await client.invalidateQueries({ queryKey: ['order', order.number] });
      return answer;
    },
    [session, order.id, order.number, client],
  );
  const change = (ordinal: number, what: Partial<Wish>) => setWishes({ ...wishes, [ordinal]: { ...NOTHING, ...wishes[ordinal], ...what } });
  return (
    <ActDialog
      title={`Pay back order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb={verbOf}
      owner={owner}
      wish={wish}
      send={send}
      ready={(would) => would !== undefined && (would.plan.amount > 0 || takesAway(would.plan))}
      happens={({ plan: would }) => happensOf(would, chosen, reason)}
      done={({ plan: did, refund }) => doneText(did, refund)}
      {...{ onDone, onClose }}
    >
      {plan && (
        <div className={styles['fields']}>
          {plan.lines.map((one) => (
            <Line key={one.ordinal} line={one} wish={wishes[one.ordinal] ?? NOTHING} onChange={(what) => change(one.ordinal, what)} />
          ))}
          {plan.shipping.most > 0 && (
            <Dollars label={`Postage, at most ${formatCents(plan.shipping.most)}`} value={shipping} onChange={setShipping} />
          )}
          {plan.lines.some((one) => (one.gifts?.redeemed ?? 0) > 0 && (wishes[one.ordinal]?.pieces ?? 0) !== 0) && (
            <Choice
              label="Gifts that were redeemed"
              value={redeemed}
              options={{ keep: 'Stay with whom they were given to', end: 'End as well' }}
              onChange={(value) => setRedeemed(value ?? 'keep')}
            />
          )}
          {plan.methods.length > 0 && (
            <div className={styles['pair']}>
              <Choice
                label={plan.back_to === null ? 'Goes back' : `Goes back, paid by ${plan.back_to}`}
                value={chosen}
                options={Object.fromEntries(plan.methods.map((one) => [one, REFUND_METHODS[one]])) as Record<RefundMethod, string>}
                onChange={setMethod}
              />
              {chosen !== 'card' && <Words label="Number of the check or wire" value={reference} onChange={setReference} />}
            </div>
          )}
          <div className={styles['pair']}>
            <ReasonField reason={reason} onChange={setReason} />
            <Words label="Note, for the history" value={note} onChange={setNote} />
          </div>
        </div>
      )}
    </ActDialog>
  );
};

const takesAway = ({ lines }: RefundPlan): boolean => lines.some(({ takes }) => takes > 0);
/** The sum is that of what is asked for now, or none. */
const verbOf = (would: Refunded | undefined): string =>
  [
    would && takesAway(would.plan) ? 'Cancel and pay back' : 'Pay back',
    ...(would && would.plan.amount > 0 ? [formatCents(would.plan.amount)] : []),
  ].join(' ');

type Rest = { shipping: string; method: RefundMethod; reference: string; reason: DeskReason; note: string; redeemed: 'keep' | 'end' };

/** What is asked of the service; null while a sum that was typed is none. Before the order's lines are known, nothing is wished for yet. */
function bodyOf(plan: RefundPlan | null, wishes: Wishes, { shipping, ...rest }: Rest): Omit<RefundOrder, 'action' | 'version'> | null {
  const postage = shipping.trim() === '' ? 0 : centsOf(shipping);
  if (postage === null) return null;
  const lines = (plan?.lines ?? []).flatMap((line) => {
    const wish = wishes[line.ordinal];
    if (!wish) return [];
    const quantity = wish.pieces === -1 ? line.quantity - line.taken : wish.pieces;
    const amount = wish.money === 'none' ? 0 : wish.money === 'all' ? line.most : wish.money === 'worth' ? null : centsOf(wish.typed);
    return [
      {
        ordinal: line.ordinal,
        quantity,
        came_back: wish.came_back,
        amount: wish.money === 'other' && amount === null ? Number.NaN : amount,
      },
    ];
  });
  if (lines.some(({ amount }) => Number.isNaN(amount))) return null;
  return { ...rest, lines, shipping: postage };
}

/** One line of the order: what of it is taken away, and what of its money goes back. */
const Line = ({ line, wish, onChange }: { line: RefundPlanLine; wish: Wish; onChange: (wish: Partial<Wish>) => void }) => {
  const { ordinal, name, detail, quantity, taken, most, worth, term, sent, monthly, type } = line;
  const left = quantity - taken;
  const isOne = term !== null || monthly || type === 'subscription-upgrade' || left === 1;
  const pieces = wish.pieces === -1 ? left : wish.pieces;
  const set = (next: number) => onChange({ pieces: next, ...(next > 0 && wish.money === 'none' && { money: 'worth' as const }) });
  const what = term !== null ? (term.ended ? 'Has ended' : 'End it now') : monthly ? 'End it' : 'Take it back';
  return (
    <fieldset className={styles['line']}>
      <legend>
        {name}
        {detail !== null && <small> {detail}</small>}
      </legend>
      {left > 0 && (!term || !term.ended) && (
        <div>
          {isOne ? (
            <Tick label={what} on={pieces > 0} onChange={(on) => set(on ? left : 0)} />
          ) : (
            <Choice
              label="Take back"
              value={String(pieces)}
              options={Object.fromEntries(Array.from({ length: left + 1 }, (_, n) => [String(n), n === 0 ? 'none' : `${n} of ${left}`]))}
              onChange={(value) => set(Number(value ?? 0))}
            />
          )}
          {sent > 0 && pieces > 0 && (
            <Tick label="What was sent came back" on={wish.came_back} onChange={(on) => onChange({ came_back: on })} />
          )}
        </div>
      )}
      {most > 0 ? (
        <div className={styles['pair']}>
          <Choice
            label="Money"
            value={wish.money}
            options={{
              worth: `${term ? 'What was not served' : 'What that is worth'}, ${formatCents(worth)}`,
              all: `Everything, ${formatCents(most)}`,
              other: 'Another amount',
              none: 'Nothing',
            }}
            onChange={(money) => onChange({ money: money ?? 'none' })}
          />
          {wish.money === 'other' && (
            <Dollars label={`Dollars, line ${ordinal}`} value={wish.typed} onChange={(typed) => onChange({ typed })} />
          )}
        </div>
      ) : (
        <p className={styles['none']}>Nothing of its money can go back any more.</p>
      )}
    </fieldset>
  );
};

const Tick = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <label className={styles['tick']}>
    <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
  </label>
);

type FieldProps = { label: string; value: string; onChange: (value: string) => void };
const Dollars = (props: FieldProps) => <Words {...props} numeric />;

const counted = (n: number, one: string, many: string): string => (n === 1 ? one : many.replace('{n}', String(n)));

/** What a refund does, a line for each thing. */
function happensOf({ happens, amount, to_approve, back_to, letter }: RefundPlan, method: RefundMethod, reason: DeskReason): ReactNode[] {
  const { ends, renewal, charging, downgrades, revokes, donation, dropped, restocked, coupons } = happens;
  const way = method === 'card' ? (back_to === null ? 'the way it came' : back_to) : `by ${method}`;
  const lines = [
    ends > 0 && counted(ends, 'The subscription ends now; reading it online ends with it.', '{n} subscriptions end now.'),
    renewal && 'Nothing renews by itself any more.',
    charging && 'One charge is on its way, and counts.',
    downgrades > 0 && 'What was upgraded is again what it was before.',
    revokes > 0 && counted(revokes, 'One gift is good for nothing any more.', '{n} gifts are good for nothing any more.'),
    donation && 'The monthly donation ends.',
    dropped > 0 && counted(dropped, 'One piece is not sent any more.', '{n} pieces are not sent any more.'),
    restocked > 0 && counted(restocked, 'One piece is in stock again.', '{n} pieces are in stock again.'),
    coupons > 0 && 'Its coupon can be used again.',
    amount === 0
      ? 'No money goes back.'
      : to_approve
        ? `${formatCents(amount)} go back ${method === 'card' ? 'to ' : ''}${way} once another person has approved it.`
        : `${formatCents(amount)} go back ${method === 'card' && back_to !== null ? 'to ' : ''}${way}, with a credit note.`,
  ];
  return [...lines.filter((line) => line !== false), letterLine(letter, reason)];
}

/** How it stands afterwards. */
function doneText({ amount }: RefundPlan, refund: Refunded['refund']): string {
  if (refund === null || amount === 0) return 'It was taken back. No money went back.';
  const sum = formatCents(refund.amount);
  switch (refund.state) {
    case 'to-approve':
      return `It was taken back. ${sum} wait for somebody to approve them.`;
    case 'asked':
    case 'pending':
      return `It was taken back. ${sum} are on their way, 5 to 10 days.`;
    case 'sent':
      return `It was taken back. ${sum} went back${refund.credit_note === null ? '' : `, credit note ${refund.credit_note}`}.`;
    case 'refused':
    case 'failed':
      return `It was taken back, but the money did not go: ${refund.failure ?? 'the provider refused it'}. It waits on Today.`;
  }
}
