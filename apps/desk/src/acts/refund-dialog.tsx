import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { isTakenAway, type RefundMethod, type RefundOrder, type RefundPlan, type Refunded } from '@newsstand/contracts/desk-refund';
import { REFUND_REASONS, type DeskReason } from '@newsstand/contracts/desk-verbs';
import type { MoneyBack } from '@newsstand/contracts/money-back';
import { fill } from '@newsstand/contracts/fill';
import { isTakenByBank } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Notice } from '@newsstand/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog, endLetterLine, letterLine, othersLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice, Words } from '../parts/filters.tsx';
import { proved } from '../session/show-key.ts';
import { moneyFacts, useFirstField, useMoneyOf, useRefundPlan } from './refund-acts.tsx';
import { besideLines, Dollars, NO_WISH, RefundLine, takenAway, takesRedeemed, taking, type Wish } from './refund-line.tsx';
import { ReasonField, useTakingReason } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';
import { RenewingChoice, type Renewing } from './still-renews.tsx';
import { askedWords, centsOf, day, REFUND_METHODS } from '../parts/words.ts';

type Wishes = Readonly<Record<number, Wish>>;

type Props = {
  /**
   * The order's id, and its number where that is known before the service is asked; `line` is that from which the
   * dialog was opened, which is taken away unless somebody says otherwise.
   */
  order: { id: string; number?: string; back?: readonly Pick<MoneyBack, 'state'>[] };
  line?: number | undefined;
  /** No money of it can go back: something can only be taken away. */
  moneyless?: boolean;
  owner: string;
  name: string;
  onDone: (text: string) => void;
  onClose: () => void;
};

/**
 * Pays an order back, all of it or a part, and takes away what was paid for. What happens is said by the service, which
 * is asked without doing it.
 */
export const RefundDialog = ({ order, line, moneyless = false, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const { plan, send } = useRefundPlan<Omit<RefundOrder, 'action' | 'version'>>(order, (body, query) =>
    proved(session, () => call(moneyEndpoints.deskRefundOrder, { params: { order: order.id }, query, body })),
  );
  const [wishes, setWishes] = useState<Wishes>(line === undefined ? {} : { [line]: { ...NO_WISH, pieces: -1, money: 'worth' } });
  const [shipping, setShipping] = useState('');
  const [method, setMethod] = useState<RefundMethod | undefined>();
  const [reference, setReference] = useState('');
  const [redeemed, setRedeemed] = useState<'keep' | 'end'>(moneyless ? 'end' : 'keep');
  const [renewing, setRenewing] = useState<Renewing>('keep');
  const disputed = plan?.disputed ?? order.back?.some(({ state }) => isTakenByBank(state));
  const { reason, fitting, choose } = useTakingReason(REFUND_REASONS, 'asked', disputed);
  const [note, setNote] = useState('');
  const money = useMoneyOf(order.id);
  const chosen = method ?? plan?.methods[0] ?? 'card';
  const wish = bodyOf(plan, wishes, { shipping, method: chosen, reference, reason, note, redeemed, renewing });
  const fields = useFirstField(plan !== null);
  const everything = () => {
    if (plan === null) return;
    // Some may have gone back of no line: no more is typed than the order has left.
    let left = Math.max(0, plan.total - plan.gone);
    const wholes = plan.lines.map((one) => {
      const money = Math.min(one.most, left);
      left -= money;
      return [one.ordinal, wholeOf(one, money)] as const;
    });
    setWishes(Object.fromEntries(wholes));
    const postage = Math.min(plan.shipping.most, left);
    setShipping(postage > 0 ? dollarsOf(postage) : '');
  };
  const give = (why: RefundReason) => {
    choose(why);
    // Who withdraws gets back all that they paid, and what it was paid for goes.
    if (why === 'withdrawal') everything();
  };
  // What another person has to allow has no check yet.
  const lacksNumber = chosen !== 'card' && plan?.to_approve === false && plan.amount > 0 && reference.trim() === '';
  const change = (ordinal: number, what: Partial<Wish>) => setWishes({ ...wishes, [ordinal]: { ...NO_WISH, ...wishes[ordinal], ...what } });
  return (
    <ActDialog
      title={`${moneyless ? 'Take away what was sold with' : 'Pay back'} order ${order.number ?? plan?.number ?? ''}${name === '' ? '' : `, ${name}`}`}
      verb={(would) => verbOf(would, moneyless)}
      owner={owner}
      shown={{ now: money, says: moneyFacts }}
      wish={wish}
      version={({ plan: would }) => would.version}
      send={send}
      ready={(would) => would !== undefined && (would.plan.amount > 0 || isTakenAway(would.plan))}
      happens={({ plan: would }) => happensOf(would, chosen, reason)}
      done={({ plan: did, refund }) => [doneText(did, refund), ...besideLines(did.beside ?? [])].join(' ')}
      {...{ onDone, onClose }}
    >
      {plan && (
        <div ref={fields} className={styles['fields']}>
          {money?.inquiries?.map(({ id, ...asked }) => (
            <Notice key={id} kind="info">
              {askedWords(asked)}. Paid back whole, nothing of it is taken any more; of a part, the rest still may be.
            </Notice>
          ))}
          {plan.lines.map((one) => (
            <RefundLine
              key={one.ordinal}
              line={one}
              wish={wishes[one.ordinal] ?? NO_WISH}
              at={plan.lines.filter(({ ordinal }) => wishes[ordinal] !== undefined).indexOf(one)}
              onChange={(what) => change(one.ordinal, what)}
              money
            />
          ))}
          {(plan.lines.length > 1 || plan.shipping.most > 0) && (
            <p>
              <Button kind="secondary" onClick={everything}>
                Take all of it back
              </Button>
            </p>
          )}
          {plan.shipping.most > 0 && (
            <Dollars
              label={`Postage, at most ${formatCents(plan.shipping.most)}`}
              name="shipping"
              value={shipping}
              onChange={setShipping}
            />
          )}
          {plan.lines.some((one) => takesRedeemed(one, wishes[one.ordinal])) && (
            <Choice
              label="Gifts that were redeemed"
              name="redeemed"
              value={redeemed}
              options={{ keep: 'Stay with whom they were given to', end: 'End as well' }}
              onChange={(value) => setRedeemed(value ?? 'keep')}
            />
          )}
          <RenewingChoice value={renewing} renews={plan.happens.renews} onChange={setRenewing} />
          {plan.methods.length > 0 && (
            <div className={styles['pair']}>
              <Choice
                name="method"
                label={plan.back_to === null ? 'Goes back' : `Goes back, paid by ${plan.back_to}`}
                value={chosen}
                options={Object.fromEntries(plan.methods.map((one) => [one, REFUND_METHODS[one]])) as Record<RefundMethod, string>}
                onChange={setMethod}
              />
              {chosen !== 'card' && (
                <Words
                  label="Number of the check or wire"
                  name="reference"
                  value={reference}
                  error={lacksNumber ? 'It is needed: type it before you pay.' : undefined}
                  onChange={setReference}
                />
              )}
            </div>
          )}
          <div className={styles['pair']}>
            <ReasonField value={reason} reasons={fitting} onChange={give} />
            <Words label="Note, for the history" name="note" value={note} onChange={setNote} />
          </div>
        </div>
      )}
    </ActDialog>
  );
};

const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);

/** All that is left of a line: what it paid for goes, and so does its money, or as much as there is. */
const wholeOf = ({ term, most }: RefundPlan['lines'][number], money: number): Wish => ({
  ...NO_WISH,
  pieces: term?.ended === true ? 0 : -1,
  ...(money === 0 ? { money: 'none' } : money === most ? { money: 'all' } : { money: 'other', typed: dollarsOf(money) }),
});

type OfNumber = Omit<Props, 'order' | 'line'> & { number: string };

/** The same where only the order's number is known. */
export const RefundOrderOf = ({ number, ...rest }: OfNumber) => {
  const { data, error } = useQuery({ queryKey: ['order', number], queryFn: () => call(moneyEndpoints.deskOrder, { params: { number } }) });
  if (data) return <RefundDialog order={{ id: data.id, number }} {...rest} />;
  return (
    <Dialog title={`Pay back order ${number}`} open onClose={rest.onClose} className={styles['act']}>
      <p aria-live="polite">{error ? `${error.message} Nothing was changed.` : 'Looking …'}</p>
    </Dialog>
  );
};

/** The sum is that of what is asked for now, or none. */
function verbOf(would: Refunded | undefined, moneyless: boolean): string {
  const nothing = moneyless ? 'Take away' : 'Pay back';
  if (would === undefined) return nothing;
  const { amount } = would.plan;
  if (amount === 0) return isTakenAway(would.plan) ? 'Cancel, no money back' : nothing;
  return `${isTakenAway(would.plan) ? 'Cancel and pay back' : 'Pay back'} ${formatCents(amount)}`;
}

type RefundReason = RefundOrder['reason'];
type Rest = {
  shipping: string;
  method: RefundMethod;
  reference: string;
  reason: RefundReason;
  note: string;
  redeemed: 'keep' | 'end';
  renewing: Renewing;
};

/**
 * What is asked of the service; null while a sum that was typed is none. Before the order's lines are known, nothing is
 * wished for yet.
 */
function bodyOf(plan: RefundPlan | null, wishes: Wishes, { shipping, ...rest }: Rest): Omit<RefundOrder, 'action' | 'version'> | null {
  const postage = shipping.trim() === '' ? 0 : centsOf(shipping);
  if (postage === null) return null;
  const lines = (plan?.lines ?? []).flatMap((line) => {
    const wish = wishes[line.ordinal];
    if (!wish) return [];
    const amount = wish.money === 'none' ? 0 : wish.money === 'all' ? line.most : wish.money === 'worth' ? null : centsOf(wish.typed);
    return [
      {
        ...taking(line, wish),
        amount: wish.money === 'other' && amount === null ? Number.NaN : amount,
      },
    ];
  });
  if (lines.some(({ amount }) => Number.isNaN(amount))) return null;
  return { ...rest, lines, shipping: postage };
}

/** What a refund does, a line for each thing. */
function happensOf(plan: RefundPlan, method: RefundMethod, reason: DeskReason): (string | null)[] {
  const { amount, to_approve, back_to, letter } = plan;
  const way = method === 'card' ? (back_to === null ? 'the way it came' : back_to) : `by ${method}`;
  if (amount === 0 && plan.lines.every(({ takes }) => takes === 0))
    return ['Nothing yet: say above what is taken away, or what goes back.'];
  const lines = [
    ...takenAway(plan),
    amount === 0
      ? 'No money goes back.'
      : to_approve
        ? `${formatCents(amount)} go back ${method === 'card' ? 'to ' : ''}${way} once another person has approved it.`
        : `${formatCents(amount)} go back ${method === 'card' && back_to !== null ? 'to ' : ''}${way}, with a credit note.`,
  ];
  if (reason === 'withdrawal') lines.push(...withdrawalLines(plan, new Date()));
  return [...lines, amount > 0 ? letterLine(letter, reason) : endLetterLine(plan, reason), othersLine(plan)];
}

/** Whether who withdraws does so in time: the service counts the days, and what they mean is for whoever pays back. */
function withdrawalLines({ lines }: RefundPlan, now: Date): string[] {
  return lines.flatMap(({ name, detail, term, takes }) => {
    const until = term?.withdraw_until;
    if (until === undefined || takes === 0) return [];
    const what = detail === null ? name : `${name}, ${detail}`;
    if (until === null) return [`${what}: the 14 days to withdraw begin with the first copy, which has not come.`];
    return Date.parse(until) >= now.getTime()
      ? [`${what}: they withdraw in time, the 14 days are over on ${day(until)}.`]
      : [`${what}: the 14 days to withdraw were over on ${day(until)}. What was served need not go back.`];
  });
}

/** How it stands afterwards. */
function doneText(plan: RefundPlan, refund: Refunded['refund']): string {
  const did = plan.happens.ends > 0 ? 'The subscription has ended. ' : isTakenAway(plan) ? 'It was taken back. ' : '';
  if (refund === null || plan.amount === 0) return `${did}No money went back.`;
  const sum = formatCents(refund.amount);
  switch (refund.state) {
    case 'to-approve':
      return `${did}${sum} wait for somebody to approve them.`;
    case 'asked':
    case 'pending':
      return `${did}${sum} are on their way, 5 to 10 days.`;
    case 'sent':
      return `${did}${sum} went back${refund.credit_note === null ? '' : `, credit note ${refund.credit_note}`}.`;
    case 'refused':
    case 'failed':
      return fill('{did}But the money did not go: {why}. It waits on Today.', { did, why: refund.failure ?? 'the provider refused it' });
  }
}
