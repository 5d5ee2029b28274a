import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import { LONGEST_NOTE } from '@newsstand/contracts/desk-history';
import { labelCode } from '@newsstand/contracts/desk-post';
import type { DeskReader, DeskTerm } from '@newsstand/contracts/desk-reader';
import { formatCents } from '@newsstand/contracts/money';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Notice } from '@newsstand/ui/notice';
import { Link, Navigate, useBlocker, useParams } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useId, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Actions } from '../acts/actions.tsx';
import { FirstRows } from '../parts/first-rows.tsx';
import { GiftHolder, giftWords } from '../acts/gift.tsx';
import { Letters, waitingSince } from '../parts/letters.tsx';
import { OlderLetters, OlderOrders } from './older-rows.tsx';
import { OrderRows } from '../money/orders.tsx';
import { Members } from '../acts/members.tsx';
import { ActButtons, boughtWith, useActs } from '../acts/reader-acts.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { useAgain } from '../parts/use-again.ts';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { date, day, deliverableName, INVOICE_STATES, termName, termWords, zoneName } from '../parts/words.ts';

/** One person: who they are, what runs, and all that was bought, sent, written and done. */
export function Reader() {
  const { owner } = useParams({ from: '/readers/$owner' });
  const query = useQuery({ queryKey: ['reader', owner], queryFn: () => call(readersEndpoints.deskReader, { params: { owner } }) });
  return (
    <Asked query={query} what="this reader" heading="Reader">
      {(reader) =>
        // A guest's page leads to the account that they have become.
        reader.owner === owner ? <ReaderPage reader={reader} /> : <Navigate to="/readers/$owner" params={{ owner: reader.owner }} replace />
      }
    </Asked>
  );
}

/** So many names stand in one line. */
const NAMED = 5;

/**
 * Whoever else has this mailbox: what a guest bought is their account's with the next login, once the mailbox is
 * proved, and stands on a page of its own until then.
 */
function Beside({ reader: { account, beside = [] } }: { reader: DeskReader }) {
  const [all, setAll] = useState(false);
  if (beside.length === 0) return null;
  const rest = beside.length - NAMED;
  const when = beside.every(({ proved }) => proved)
    ? 'with its next login'
    : 'once a login by a link or a code that was mailed there proves its mailbox';
  return (
    <p className={styles['facts']}>
      {account ? 'With this mailbox there is as a guest ' : 'This mailbox has an account: '}
      {(all ? beside : beside.slice(0, NAMED)).map(({ owner, name }, index) => (
        <Fragment key={owner}>
          {index > 0 && ', '}
          <Link to="/readers/$owner" params={{ owner }}>
            {name === '' ? 'no name' : name}
          </Link>
        </Fragment>
      ))}
      {rest > 0 && (
        <>
          {' '}
          <button type="button" className={styles['small']} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'fewer' : `and ${rest} more`}
          </button>
        </>
      )}
      {account ? `, who ${beside.length === 1 ? 'becomes' : 'become'} this account ${when}` : `, to which what stands here comes ${when}`}
    </p>
  );
}

/** As it stands on the label. */
function labelOf({ issue, zone, part, number }: { issue: number; zone: string; part: number; number: number }): string {
  const shipcode = v.safeParse(Shipcode, zone);
  return shipcode.success ? labelCode({ issue, shipcode: shipcode.output, part, number }) : `${number}`;
}

const ReaderPage = ({ reader }: { reader: DeskReader }) => {
  const {
    here,
    name,
    email,
    account,
    terms,
    addresses,
    orders,
    gifts,
    donations,
    posted,
    given,
    copies,
    letters,
    older,
    history,
    lists = [],
  } = reader;
  const paid = orders.reduce((sum, { total }) => sum + total, 0);
  const back = orders.reduce((sum, order) => sum + order.back, 0);
  const waits = orders.reduce((sum, order) => sum + (order.waits ?? 0), 0);
  // What renews by itself is the last of what runs.
  const newest = terms.find(({ cancelled, paid: issues, served }) => cancelled === null && issues !== null && served < issues);
  const { dialog, message, clearMessage, opens } = useActs(reader);
  const [sendsAgain, cancels] = [useMay('resendLetter') && !reader.erased, useMay('cancelSubscription')];
  const leavesLists = useMay('leaveListFor') && !reader.erased;
  const endsDonations = useMay('endDonationFor');
  const names = useSignedIn();
  const paysBack = useMay('refundOrder');
  const client = useQueryClient();
  const under = orders.filter((order) => order.state === 'processing' || (order.waits ?? 0) > 0).map(({ placed }) => placed);
  useAgain([...waitingSince(letters), ...under], () => client.invalidateQueries({ queryKey: ['reader', reader.owner] }));
  return (
    <>
      <header className={styles['who']}>
        <Heading text={name === '' ? 'No name' : name} />
        {here.length > 0 && <p className={styles['here']}>{new Intl.ListFormat('en').format(here)} had this open within the hour</p>}
        <p>
          {email}
          {account?.failing && <strong className={styles['bad']}> mail fails since {day(account.failing)}</strong>}
        </p>
        {addresses.some(({ undeliverable }) => undeliverable !== null) && (
          <p>
            <strong className={styles['bad']}>Copies come back: another address is needed</strong>
          </p>
        )}
        <p className={styles['facts']}>
          {account
            ? `Account since ${day(account.created)}${account.proved ? '' : ', mailbox not proved'}`
            : reader.erased
              ? 'Erased: what stands here is what has to be kept'
              : 'No account'}
          {account?.card && ` · ${account.card}`}
          {account && (account.autorenew ? ` · renews by itself since ${day(account.autorenew)}` : ' · does not renew by itself')}
        </p>
        <Beside reader={reader} />
        <ActButtons reader={reader} opens={opens} />
        {message}
      </header>
      {dialog}
      <div className={styles['sides']}>
        <div>
          <Part title="Runs" none={terms.length === 0 && 'No subscription was ever bought or given.'}>
            <ul className={styles['terms']}>
              {terms.map((term) => (
                <Term
                  key={term.id}
                  term={term}
                  renews={account?.autorenew && term === newest ? (account.card ?? 'no card') : null}
                  onCancel={cancels ? () => opens({ cancel: term }) : undefined}
                  onPayBack={paysBack ? (payBack) => opens({ payBack }) : undefined}
                />
              ))}
            </ul>
          </Part>
          <OpenInvoices reader={reader} />
          <Part
            title="Orders"
            aside={
              orders.length > 0 &&
              `${older.orders === null ? '' : 'the newest '}${orders.length} · ${formatCents(paid)} in, ${formatCents(back)} back${waits > 0 ? `, ${formatCents(waits)} waits to go back` : ''}`
            }
            none={orders.length === 0 && 'Nothing was paid for yet.'}
          >
            <FirstRows
              rows={orders}
              what="orders"
              older={older.orders !== null && <OlderOrders owner={reader.owner} from={older.orders} />}
            >
              {(shown) => (
                <OrderRows
                  orders={shown.map((order) => ({ ...order, owner: reader.owner, name: '' }))}
                  onPayBack={paysBack ? (number) => opens({ payBack: { number } }) : undefined}
                />
              )}
            </FirstRows>
          </Part>
          <Part title="Letters" none={letters.length === 0 && 'No letter of the last 90 days is kept.'}>
            <FirstRows
              rows={letters}
              what="letters"
              older={
                older.letters !== null && (
                  <OlderLetters owner={reader.owner} from={older.letters} onAgain={sendsAgain ? (again) => opens({ again }) : undefined} />
                )
              }
            >
              {(shown) => <Letters letters={shown} onAgain={sendsAgain ? (again) => opens({ again }) : undefined} />}
            </FirstRows>
          </Part>
          <Part title="History" none={history.length === 0 && 'Nobody at the desk has changed anything here.'}>
            <Actions actions={history} onOpen={clearMessage} />
          </Part>
        </div>
        <div>
          <Addresses reader={reader} />
          <Notes reader={reader} />
          <Part
            title="Post"
            none={posted.length + copies.length === 0 && !given.some(({ waits }) => waits) && 'No printed copy was put on a list yet.'}
          >
            <ul className={styles['lines']}>
              {copies.map((copy) => (
                <li key={copy.id}>
                  <span>Issue {copy.issue} again</span>
                  <span>
                    {copiesWords(copy.copies)}, {zoneName(copy.zone, names)},{' '}
                    {copy.part === null ? 'waits for the next list' : listWords(copy.part)}
                  </span>
                  <span>{day(copy.asked)}</span>
                </li>
              ))}
              {given.map(
                ({ issue, waits }) =>
                  waits && (
                    <li key={`${issue} waits`}>
                      <span>Issue {issue}</span>
                      <span>
                        {zoneName(waits.zone, names)}, {WAITS[waits.why]}
                      </span>
                    </li>
                  ),
              )}
              {posted.map(({ issue, zone, part, frozen, copies, number }) => (
                <li key={issue}>
                  <span>Issue {issue}</span>
                  <span>
                    {copiesWords(copies)}, {zoneName(zone, names)}
                    {part > 1 && `, ${listWords(part)}`}
                    {number !== undefined && `, label ${labelOf({ issue, zone, part, number })}`}
                  </span>
                  <span>{day(frozen)}</span>
                </li>
              ))}
            </ul>
          </Part>
          <Part title="Mailing lists" none={lists.length === 0 && 'On none.'}>
            <Members members={lists} own={email} onLeave={leavesLists ? (member) => opens({ member }) : undefined} />
          </Part>
          <Part title="Gifts given" none={gifts.length === 0 && 'None.'}>
            <ul className={styles['lines']}>
              {gifts.map(({ deliverable, term, order, ...gift }, index) => (
                <li key={`${order} ${index}`}>
                  <span>
                    {deliverableName(deliverable, names)}, {termName(term)}
                  </span>
                  <span>
                    <GiftHolder gift={gift} />
                  </span>
                  <span>{giftWords(gift)}</span>
                </li>
              ))}
            </ul>
          </Part>
          <Part title="Donations" none={donations.length === 0 && 'None.'}>
            <ul className={styles['lines']}>
              {donations.map((donation) => (
                <li key={donation.id}>
                  <span>
                    {formatCents(donation.amount)}
                    {donation.monthly && ' a month'}{' '}
                    {donation.monthly && donation.ended === null && endsDonations && (
                      <button type="button" className={styles['small']} onClick={() => opens({ donation })}>
                        End it<span className={styles['unseen']}>: {formatCents(donation.amount)} a month</span>
                      </button>
                    )}
                  </span>
                  <span>{donation.ended ? `${day(donation.first)} to ${day(donation.ended)}` : `since ${day(donation.first)}`}</span>
                  <span className={donation.failing ? styles['bad'] : undefined}>{donation.failing && 'card fails'}</span>
                </li>
              ))}
            </ul>
          </Part>
        </div>
      </div>
    </>
  );
};

const copiesWords = (copies: number): string => (copies === 1 ? 'one copy' : `${copies} copies`);
const WAITS = {
  late: 'on no list yet: goes on the next late one',
  held: 'on no list: copies come back',
  without: 'on no list: no address is known',
} as const;
const listWords = (part: number): string => (part === 1 ? 'first list' : `late list ${part - 1}`);

/** More issues than these are told by their number alone. */
const DOTS = 12;

type TermProps = {
  term: DeskTerm;
  /** What pays when it renews by itself; null where it does not. */
  renews: string | null;
  onCancel: (() => void) | undefined;
  onPayBack: ((of: { id: string; line: number }) => void) | undefined;
};

const Term = ({ term, renews, onCancel, onPayBack }: TermProps) => {
  const order = boughtWith(term);
  const names = useSignedIn();
  const { paid, served, last_issue, created, cancelled } = term;
  const isOver = cancelled !== null || (paid !== null && served >= paid);
  return (
    <li className={isOver ? styles['over'] : undefined}>
      <strong>
        {termWords(term, names)}
        {term.given && ', given'}
        {term.taken_over && `, taken over as ${term.taken_over}`}
      </strong>
      <span className={styles['dots']} aria-hidden="true">
        {paid !== null && paid <= DOTS && '●'.repeat(served) + '○'.repeat(paid - served)}
      </span>
      <span className={styles['end']}>{paid === null ? `${served} served, lifetime` : `${served} of ${paid} served`}</span>
      <small>
        {term.order?.number != null && (
          <>
            <Link to="/orders/$number" params={{ number: term.order.number }}>
              {term.order.number}
            </Link>
            {term.order.value !== undefined && `, ${formatCents(term.order.value)}`}
            {!isOver && term.order.unserved != null && `, ${formatCents(term.order.unserved)} not served`}
            {' · '}
          </>
        )}
        {term.upgrades?.map(({ id, line, number, name, value, unserved }) => (
          <Fragment key={`${id}:${line}`}>
            <Link to="/orders/$number" params={{ number }}>
              {number}
            </Link>
            {`, ${name}, ${formatCents(value)}`}
            {!isOver && unserved !== null && `, ${formatCents(unserved)} not served`}
            {' · '}
          </Fragment>
        ))}
        {term.gift && (
          <>
            a gift of{' '}
            <Link to="/readers/$owner" params={{ owner: term.gift.owner }}>
              {term.gift.name}
            </Link>
            {term.gift.order !== null && (
              <>
                , order{' '}
                <Link to="/orders/$number" params={{ number: term.gift.order }}>
                  {term.gift.order}
                </Link>
              </>
            )}
            {' · '}
          </>
        )}
        from {day(created)}
        {term.claimed && `, brought to this account by its number and postal code on ${day(term.claimed)}`}
        {cancelled ? `, ended ${day(cancelled)}` : isOver && last_issue !== null && `, ended with issue ${last_issue}`}
        {renews !== null && `, then renews by itself, ${renews}`}{' '}
        {!isOver && onCancel && (
          <button type="button" className={styles['small']} onClick={onCancel} data-also="cancel">
            End it…<span className={styles['unseen']}>: {termWords(term, names)}</span>
          </button>
        )}{' '}
        {!isOver && onPayBack && order && (
          <button type="button" className={styles['small']} onClick={() => onPayBack(order)} data-also="cancel refund">
            End it and pay back…<span className={styles['unseen']}>: {termWords(term, names)}</span>
          </button>
        )}
      </small>
    </li>
  );
};

/** An address of before the mailbox was proved counts as older than any other. */
const isKnown = (since: string): boolean => Date.parse(since) > 0;

/** What they are billed for and have not paid: nothing of it is given before. */
const OpenInvoices = ({ reader: { invoices = [] } }: { reader: DeskReader }) =>
  invoices.length > 0 && (
    <Part title="Invoices to pay" aside={formatCents(invoices.reduce((all, { total }) => all + total, 0))}>
      <ul className={styles['lines']}>
        {invoices.map(({ number, state, total, due, what }) => (
          <li key={number}>
            <span>
              <InvoiceNo number={number} />, {what.join(' · ')}
            </span>
            <span className={state === 'past-due' ? styles['bad'] : undefined}>
              {INVOICE_STATES[state]}, due {date(due)}
            </span>
            <span className={styles['end']}>{formatCents(total)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );

const InvoiceNo = ({ number }: { number: string }) =>
  useMay('seeInvoices') ? (
    <Link to="/invoices/$number" params={{ number }}>
      {number}
    </Link>
  ) : (
    number
  );

const Addresses = ({ reader: { addresses, invoices = [] } }: { reader: DeskReader }) => {
  const names = useSignedIn();
  return (
    <Part
      title="Addresses"
      none={addresses.length === 0 && invoices.every(({ moves }) => moves === null) && 'No address is known: print cannot be posted.'}
    >
      {addresses.map(({ shipcode, name, lines, updated, undeliverable }) => (
        <address key={shipcode} className={styles['address']}>
          <small>
            {zoneName(shipcode, names)}
            {isKnown(updated) && `, since ${day(updated)}`}
          </small>
          {[name, ...lines].map((line) => (
            <span key={line}>{line}</span>
          ))}
          {undeliverable !== null && (
            <strong className={styles['bad']}>A copy came back {day(undeliverable)}: nothing is posted there.</strong>
          )}
        </address>
      ))}
      {invoices.map(
        ({ number, moves }) =>
          moves && (
            <address key={number} className={styles['address']}>
              <small>
                {zoneName(moves.shipcode, names)}, once <InvoiceNo number={number} /> is paid
              </small>
              {moves.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ),
      )}
    </Part>
  );
};

const Notes = ({ reader: { owner, notes, erased } }: { reader: DeskReader }) => {
  const may = useMay('writeNote') && !erased;
  return (
    <Part title="Notes">
      {notes.length === 0 && <p className={styles['none']}>Nothing was noted of this reader.</p>}
      <ul className={styles['notes']}>
        {notes.map(({ id, text, who, created }) => (
          <li key={id}>
            <p>{text}</p>
            <small>
              {who}, {day(created)}
            </small>
          </li>
        ))}
      </ul>
      {may && <WriteNote owner={owner} />}
    </Part>
  );
};

/** So many characters before its end a note says how many are left. */
const NEARLY = 200;
const grouped = (number: number): string => number.toLocaleString('en');

const WriteNote = ({ owner }: { owner: string }) => {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  // Sent again after a failure, it is the same action; a new note is a new one.
  const action = useRef(crypto.randomUUID());
  const write = useMutation({
    mutationFn: () => call(readersEndpoints.deskWriteNote, { params: { owner }, body: { action: action.current, text } }),
    onSuccess: async () => {
      action.current = crypto.randomUUID();
      setText('');
      await client.invalidateQueries({ queryKey: ['reader', owner] });
    },
  });
  const left = LONGEST_NOTE - text.trim().length;
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: text.trim() === '' || write.isPending,
    withResolver: true,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (left >= 0) write.mutate();
  };
  return (
    <form className={styles['write']} onSubmit={send}>
      <label htmlFor={id}>Write a note</label>
      <textarea
        id={id}
        rows={2}
        required
        aria-describedby={`${id}-left`}
        aria-invalid={left < 0}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <output id={`${id}-left`} className={left < 0 ? styles['bad'] : undefined}>
        {left < 0
          ? `${grouped(-left)} characters too many: a note has ${grouped(LONGEST_NOTE)}.`
          : left <= NEARLY && `${grouped(left)} characters left`}
      </output>
      <Button type="submit" kind="secondary" busy={write.isPending} disabled={left < 0}>
        Keep note
      </Button>
      {write.isError && <Notice kind="error">{write.error.message} Your note is still here, and was not kept.</Notice>}
      {write.isSuccess && <output>The note was kept.</output>}
      {leaving.status === 'blocked' && (
        <Dialog title="Your note is not kept yet" open onClose={leaving.reset}>
          <p>Leave this page, and it is lost.</p>
          <div className={styles['acts']}>
            <Button onClick={leaving.reset}>Stay with it</Button>
            <Button kind="secondary" onClick={leaving.proceed}>
              Leave without it
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
};
