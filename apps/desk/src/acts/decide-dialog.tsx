import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { isTakenAway, type DecideMoneyBack, type DeskMoneyBack, type RefundPlan } from '@newsstand/contracts/desk-refund';
import { TAKING_REASONS } from '@newsstand/contracts/desk-verbs';
import { isByBank, isKept, isTakenByBank } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { useState } from 'react';
import type * as v from 'valibot';
import { ActDialog, endLetterLine, othersLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice } from '../parts/filters.tsx';
import { moneyFacts, useFirstField, useMoneyOf, useRefundPlan, type OfOrder } from './refund-acts.tsx';
import { leftOf, NO_WISH, RefundLine, takenAway, takesRedeemed, taking, type Wish } from './refund-line.tsx';
import { ReasonField, useTakingReason } from '../parts/select-field.tsx';
import { RenewingChoice, type Renewing } from './still-renews.tsx';
import { day, MONEY_BACK } from '../parts/words.ts';

type Props = OfOrder & { back: DeskMoneyBack; onDone: (message: string) => void; onClose: () => void };
type Asked = Omit<v.InferOutput<typeof DecideMoneyBack>, 'action' | 'version'>;
const NO_WISHES: Readonly<Record<number, Wish>> = {};

/**
 * Decides what money that went back without the desk takes away of its order, or that it takes nothing: no money moves
 * by it.
 */
export const DecideDialog = ({ back, order, owner, name, onDone, onClose }: Props) => {
  const money = useMoneyOf(order.id);
  const { plan, send } = useRefundPlan<Asked>(order, (body, query) =>
    call(moneyEndpoints.deskDecideMoneyBack, { params: { back: back.id }, query, body }),
  );
  const fields = useFirstField(plan !== null);
  const [chosen, setChosen] = useState<Readonly<Record<number, Wish>> | null>(null);
  const [redeemed, setRedeemed] = useState<'keep' | 'end'>('keep');
  const [renewing, setRenewing] = useState<Renewing>('keep');
  const { reason, fitting, choose } = useTakingReason(TAKING_REASONS, 'asked', isTakenByBank(back.state));
  const wishes = chosen ?? (plan === null ? NO_WISHES : usual(plan, back));
  const lines = Object.entries(wishes).flatMap(([ordinal, wish]) => {
    const line = plan?.lines.find((one) => one.ordinal === Number(ordinal));
    return line === undefined || wish.pieces === 0 ? [] : [taking(line, wish)];
  });
  return (
    <ActDialog
      title={`${formatCents(back.amount)} of order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb={(would) => (would === undefined ? 'Decide' : isTakenAway(would.plan) ? 'Take it away' : 'Take nothing away')}
      owner={owner}
      shown={{ now: money, says: moneyFacts }}
      wish={{ reason, lines, redeemed, renewing }}
      version={({ plan: would }) => would.version}
      send={send}
      ready={(would) => would !== undefined}
      happens={({ plan: would }) => [
        ...takenAway(would, { isGone: true }),
        'No money moves by this: it went back already.',
        ...(isByBank(back.state) || isKept(back.state)
          ? []
          : ['A credit note with its number says what it was for, beside the receipt and in the account.']),
        instead(would),
        would.letter === null
          ? null
          : `A letter says ${would.letter === '' ? 'to whoever paid' : `to ${would.letter}`} that it is not paid.`,
        endLetterLine(would, reason),
        othersLine(would),
      ]}
      done={({ plan: did, refund }) => {
        const outcome = isTakenAway(did) ? 'It was taken away' : 'Nothing was taken away';
        return refund?.credit_note == null ? `${outcome}.` : `${outcome}; credit note ${refund.credit_note}.`;
      }}
      {...{ onDone, onClose }}
    >
      <div ref={fields} className={styles['fields']}>
        <p>
          {MONEY_BACK[back.state]}, {day(back.created)}, without the desk
          {back.reason === null ? '' : `: ${back.reason.replaceAll('_', ' ')}`}.
          {plan !== null && ` Of ${formatCents(plan.total)} in all ${formatCents(plan.gone)} are gone.`}
        </p>
        {plan?.lines.map((line) => (
          <RefundLine
            key={line.ordinal}
            line={line}
            wish={wishes[line.ordinal] ?? NO_WISH}
            at={lines.findIndex(({ ordinal }) => ordinal === line.ordinal)}
            onChange={(what) => setChosen({ ...wishes, [line.ordinal]: { ...NO_WISH, ...wishes[line.ordinal], ...what } })}
          />
        ))}
        {plan?.lines.some((one) => takesRedeemed(one, wishes[one.ordinal])) && (
          <Choice
            label="Gifts that were redeemed"
            name="redeemed"
            value={redeemed}
            options={{ keep: 'Stay with whom they were given to', end: 'End as well' }}
            onChange={(value) => setRedeemed(value ?? 'keep')}
          />
        )}
        <RenewingChoice value={renewing} renews={plan?.happens.renews} onChange={setRenewing} />
        <ReasonField value={reason} reasons={fitting} onChange={choose} />
      </div>
    </ActDialog>
  );
};

/**
 * What whoever decides wrongly does, as there is no Undo: its credit note has said what the money was for. The button
 * on the order's page is called after what `payBackOf` says.
 */
function instead({ lines, happens, total, gone }: RefundPlan): string {
  if (lines.every(({ takes }) => takes === 0))
    return lines.every((line) => leftOf(line) === 0)
      ? 'What it had paid for was taken away before.'
      : gone < total
        ? 'What it should take away all the same is taken away later by ‘Pay back…’ on the order’s page, with no money.'
        : 'What it should take away all the same is taken away later by ‘Take away…’ on the order’s page.';
  return happens.ends === 0
    ? 'It has no Undo.'
    : 'It has no Undo: a subscription that ends by mistake is given anew by ‘Give…’ on its reader’s page.';
}

/**
 * Where all of its money is gone, all that is left of it is usually taken away; a part says nothing of what it was for,
 * and what failed is with us.
 */
const usual = ({ lines, total, gone }: RefundPlan, { state }: DeskMoneyBack): Readonly<Record<number, Wish>> =>
  gone < total || state === 'failed'
    ? NO_WISHES
    : Object.fromEntries(
        lines.filter((line) => leftOf(line) > 0 && line.term?.ended !== true).map(({ ordinal }) => [ordinal, { ...NO_WISH, pieces: -1 }]),
      );
