import { isTakenAway, type RefundPlan, type RefundPlanLine } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import { useId } from 'react';
import { givenUpLines } from './act-dialog.tsx';
import styles from '../parts/desk.module.css';
import { useFieldError } from '../parts/field-errors.tsx';
import { Choice, Words } from '../parts/filters.tsx';
import { renewingLines } from './still-renews.tsx';
import { centsOf } from '../parts/words.ts';

/**
 * What of a line goes back, as it is chosen: what was not served or its share, all that is left of it, so many dollars
 * as typed, nothing.
 */
type Money = 'worth' | 'all' | 'other' | 'none';
/** `whose`: how many pieces of whom, where somebody chose, by the giftee's ordinal. */
export type Wish = {
  pieces: number;
  came_back: boolean;
  money: Money;
  typed: string;
  whose?: Readonly<Record<string, number>> | undefined;
  /** Which gifts, where somebody chose. */
  gifts?: readonly string[] | undefined;
};
export const NO_WISH: Wish = { pieces: 0, came_back: false, money: 'none', typed: '' };

/**
 * How many pieces of a line can be taken away; a gift that stayed with whom it was given as its money went back is one
 * of them.
 */
export const leftOf = ({ left, quantity, taken }: RefundPlanLine): number => left ?? quantity - taken;

/** What is asked to be taken away of a line. */
export const taking = (line: RefundPlanLine, { pieces, came_back, whose, gifts }: Wish) => ({
  ordinal: line.ordinal,
  quantity: pieces === -1 ? leftOf(line) : pieces,
  came_back,
  ...(whose && pieces !== -1 && { whose: (line.whose ?? []).map(({ giftee }) => ({ giftee, quantity: whose[String(giftee)] ?? 0 })) }),
  ...(gifts && pieces !== -1 && { gifts: [...gifts] }),
});

/** Whether a gift that somebody has redeemed is taken back: then it stays theirs, or ends. */
export const takesRedeemed = (line: RefundPlanLine, wish: Wish | undefined): boolean => {
  if (wish === undefined || wish.pieces === 0 || line.gifts === null) return false;
  const { redeemed, each } = line.gifts;
  return each === undefined || wish.pieces === -1
    ? redeemed > 0
    : each.some((one) => one.redeemed !== null && (wish.gifts?.includes(one.id) ?? one.takes));
};

/** `at`: where it stands among the lines that are asked for; -1 while nothing is asked of it. */
type LineProps = { line: RefundPlanLine; wish: Wish; at: number; money?: boolean; onChange: (wish: Partial<Wish>) => void };

/**
 * What its tick does: an upgrade or a move ends nothing, since its subscription goes on as it was bought; nor is there
 * anything to end of one that has come to its last issue.
 */
const takesWords = ({ term, type, monthly }: RefundPlanLine): string =>
  type === 'subscription-upgrade'
    ? 'Make it what it was before'
    : term !== null && (term.issues === null || term.served < term.issues)
      ? 'End it now'
      : monthly
        ? 'End it'
        : 'Take it back';

/** One line of the order: what of it is taken away, and, with `money`, what of that goes back. */
export const RefundLine = ({ line, wish, at, money = false, onChange }: LineProps) => {
  const nameOf = (part: string) => (at === -1 ? undefined : `lines.${at}.${part}`);
  const { name, detail, most, worth, term, gifts, sent, monthly, type } = line;
  const left = leftOf(line);
  const isOne = term !== null || monthly || type === 'subscription-upgrade' || left === 1;
  const pieces = wish.pieces === -1 ? left : wish.pieces;
  // Money goes with what is taken away, where nobody chose otherwise: nothing is worth what stays.
  const usual = (next: number): Partial<Wish> =>
    next > 0 ? (wish.money === 'none' ? { money: 'worth' } : {}) : wish.money === 'worth' ? { money: 'none' } : {};
  const set = (next: number) => onChange({ pieces: next, whose: undefined, gifts: undefined, ...usual(next) });
  // Where nobody chose, the service says whose: of what was sent each may be offered more than is left of all.
  const theirs = (line.whose ?? []).map((one) => ({
    ...one,
    key: String(one.giftee),
    takes: wish.whose?.[String(one.giftee)] ?? one.takes,
  }));
  const setOf = (key: string, next: number) => {
    const each = theirs.map((one) => [one.key, one.key === key ? next : one.takes] as const);
    const sum = each.reduce((all, [, takes]) => all + takes, 0);
    onChange({ pieces: sum, whose: Object.fromEntries(each), ...usual(sum) });
  };
  // Alike are those that nobody has redeemed: which of them it is need not be said.
  const each = gifts?.each?.length === 1 ? [] : (gifts?.each ?? []);
  const given = each.filter(({ redeemed }) => redeemed !== null);
  const open = each.filter(({ redeemed }) => redeemed === null);
  const goes = ({ id, takes }: (typeof each)[number]) => wish.pieces === -1 || (wish.gifts?.includes(id) ?? (wish.pieces > 0 && takes));
  const setGifts = (ids: readonly string[]) => onChange({ pieces: ids.length, gifts: ids, ...usual(ids.length) });
  const idsOf = (some: typeof each) => some.filter(goes).map(({ id }) => id);
  const isGiven = takesRedeemed(line, wish);
  const share = term !== null ? 'What was not served' : isGiven ? 'What ends and was not served' : 'What that is worth';
  const shareOf = `${share}, ${formatCents(term !== null || pieces > 0 ? worth : 0)}`;
  return (
    <fieldset className={styles['line']}>
      <legend>
        {name}
        {detail !== null && <small> {detail}</small>}
      </legend>
      {left > 0 && (!term || !term.ended) && (
        <div className={!isOne && theirs.length + given.length > 0 ? styles['pair'] : undefined}>
          {isOne ? (
            <Tick label={takesWords(line)} name={nameOf('quantity')} on={pieces > 0} onChange={(on) => set(on ? left : 0)} />
          ) : given.length > 0 ? (
            <>
              {open.length > 0 && (
                <Choice
                  label="Take back of those nobody has redeemed"
                  name={nameOf('quantity')}
                  value={String(idsOf(open).length)}
                  options={upTo(open.length)}
                  onChange={(value) => setGifts([...open.slice(0, Number(value ?? 0)).map(({ id }) => id), ...idsOf(given)])}
                />
              )}
              {given.map((one) => (
                <Tick
                  key={one.id}
                  label={`Take back ${one.redeemed === '' ? 'one that somebody has redeemed' : `${one.redeemed ?? ''}’s`}, ${cameOf(one)}`}
                  on={goes(one)}
                  onChange={(on) =>
                    setGifts([...idsOf(open), ...given.filter((other) => (other === one ? on : goes(other))).map(({ id }) => id)])
                  }
                />
              ))}
            </>
          ) : theirs.length > 0 ? (
            theirs.map((one) => (
              <Choice
                key={one.key}
                label={`Take back of ${one.name}’s`}
                name={nameOf('quantity')}
                value={String(one.takes)}
                options={upTo(one.left, one.held === 0 ? ', sent' : '')}
                onChange={(value) => setOf(one.key, Number(value ?? 0))}
              />
            ))
          ) : (
            <Choice
              label="Take back"
              name={nameOf('quantity')}
              value={String(pieces)}
              options={upTo(left)}
              onChange={(value) => set(Number(value ?? 0))}
            />
          )}
          {sent > 0 && pieces > 0 && (
            <Tick label="What was sent came back" on={wish.came_back} onChange={(on) => onChange({ came_back: on })} />
          )}
        </div>
      )}
      {!money ? null : most > 0 ? (
        <div className={styles['pair']}>
          <Choice
            label="Money"
            name={wish.money === 'other' ? undefined : nameOf('amount')}
            value={wish.money}
            options={{
              worth: shareOf,
              all: `Everything, ${formatCents(most)}`,
              other: 'Another amount',
              none: 'Nothing',
            }}
            onChange={(money) => onChange({ money: money ?? 'none' })}
          />
          {wish.money === 'other' && (
            <Dollars label={`Dollars of ${name}`} name={nameOf('amount')} value={wish.typed} onChange={(typed) => onChange({ typed })} />
          )}
        </div>
      ) : (
        <p className={styles['none']}>Nothing of its money can go back any more.</p>
      )}
    </fieldset>
  );
};

const cameOf = ({ served, issues }: { served: number; issues: number | null }): string =>
  issues === null ? `${served} came` : `${served} of ${issues} came`;

const upTo = (left: number, became = ''): Record<string, string> =>
  Object.fromEntries(Array.from({ length: left + 1 }, (_, n) => [String(n), n === 0 ? 'none' : `${n} of ${left}${became}`]));

type TickProps = { label: string; name?: string | undefined; on: boolean; onChange: (on: boolean) => void };

const Tick = ({ label, name, on, onChange }: TickProps) => {
  const id = useId();
  const error = useFieldError(name);
  return (
    <>
      <label className={styles['tick']}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        />{' '}
        {label}
      </label>
      {error !== undefined && (
        <small id={id} className={styles['bad']}>
          {error}
        </small>
      )}
    </>
  );
};

type FieldProps = { label: string; value: string; name?: string | undefined; onChange: (value: string) => void };
export const Dollars = (props: FieldProps) => (
  <Words
    {...props}
    numeric
    error={props.value.trim() !== '' && centsOf(props.value) === null ? 'Type dollars and cents, such as 12.50.' : undefined}
  />
);

const counted = (n: number, one: string, many: string): string => (n === 1 ? one : many.replace('{n}', String(n)));

/** Of what is taken back and goes nowhere. */
const STAYS = 'Nothing is taken away by it: what was sent, read or given stays with whom it is.';

/** A refund that did not arrive, as what is paid now closes it. */
export const closedLine = ({ amount, credit_note: note }: RefundPlan['closes'][number], waits = false): string =>
  `The refund of ${formatCents(amount)} that did not arrive is closed by this${waits ? ' once it is allowed' : ''}${note === null ? '' : `, and its credit note ${note} holds no more`}.`;

/** What other orders were paid for what ends: none of it goes back by this. */
export const besideLines = (beside: NonNullable<RefundPlan['beside']>): string[] =>
  beside.map(
    ({ number, name, unserved }) =>
      `Order ${number} (${name}) was paid for it, too: ${formatCents(unserved)} of that were not served, and go back by ‘Pay back…’ there alone.`,
  );

/** Where copies are posted whose move to another zone is undone. */
const postedLine = (lines: readonly string[] | null): string =>
  lines === null
    ? 'Where copies are posted then nobody knows: they wait until an address is named on the reader’s page.'
    : lines.length === 0
      ? 'Copies are posted again to where they went before the move.'
      : `Copies are posted to ${lines.join(', ')} again. If they do not live there any more, name another address on the reader’s page.`;

/** What it takes away, a line for each thing. `isGone`: money went back, though none goes by this. */
export function takenAway(plan: RefundPlan, { isGone = false } = {}): string[] {
  const { happens, waiting, beside = [], posted, closes, amount, lines: planned } = plan;
  const {
    ends,
    renewal,
    renewal_of_others: others = 0,
    renewal_of_payer: ofPayer = renewal && others === 0,
    renews,
    charging,
    downgrades,
    revokes,
    donation,
    dropped,
    restocked,
    coupons,
    copies,
  } = happens;
  const lines = [
    ends > 0 &&
      counted(ends, 'The subscription ends now: no further issue comes, and reading it online ends with it.', '{n} subscriptions end now.'),
    others > 0 &&
      counted(
        others,
        'Nothing of whoever was given it renews by itself any more.',
        'Nothing of {n} who were given it renews by itself any more.',
      ),
    ...renewingLines(ofPayer, renews, others > 0 ? 'of whoever paid ' : ''),
    charging && 'One charge is on its way, and counts.',
    downgrades > 0 && 'What was upgraded or moved is again what it was before, and goes on so.',
    ...posted.map(postedLine),
    revokes > 0 && counted(revokes, 'One gift is good for nothing any more.', '{n} gifts are good for nothing any more.'),
    donation && 'The monthly donation ends.',
    dropped > 0 && counted(dropped, 'One piece is not sent any more.', '{n} pieces are not sent any more.'),
    ...planned.flatMap(({ name, whose = [] }) => {
      const theirs = whose.filter(({ drops }) => drops > 0).map(({ name: of, drops }) => `${drops} for ${of}`);
      return theirs.length === 0 ? [] : [`Of ${name} not sent: ${theirs.join(', ')}.`];
    }),
    restocked > 0 && counted(restocked, 'One piece is in stock again.', '{n} pieces are in stock again.'),
    coupons > 0 && 'Its coupon can be used again.',
  ];
  const again = copies.map(({ number, pieces, left }) =>
    left === 0
      ? `Order ${number}, which was to send of it once more, is not sent.`
      : `Of order ${number}, which sends of it once more, ${pieces} of ${pieces + left} ${pieces === 1 ? 'is' : 'are'} not sent.`,
  );
  const still = waiting.map(
    (number) => `Order ${number}, which sends of it once more, still waits under Parcels: its history takes that back.`,
  );
  const goOn = planned.flatMap((line) => {
    const { name, pays, takes, monthly, term, value } = line;
    if (pays === 0 || takes > 0) return [];
    if (monthly) return [`The monthly donation goes on: ${formatCents(value)} are charged again next month. ‘End it’ above ends it.`];
    if (term === null || term.ended || term.served >= (term.issues ?? Infinity)) return [];
    return line.type === 'subscription-upgrade'
      ? [`${name} stays though its money goes back: what is left comes as it does now. ‘${takesWords(line)}’ above takes it back.`]
      : [`${name} goes on, and what is left of it still comes. ‘${takesWords(line)}’ above ends it.`];
  });
  // Of what stays with its reader what is sent once more comes, too.
  const takes = planned.some((line) => line.takes > 0);
  return [
    ...(takes && !isTakenAway(plan) ? [STAYS] : []),
    ...lines.filter((line) => line !== false),
    ...goOn,
    ...givenUpLines(happens.invoices),
    ...besideLines(beside),
    ...closes.map((one) => closedLine(one, plan.to_approve)),
    ...again,
    ...(isGone || amount > 0 || takes ? still : []),
  ];
}
