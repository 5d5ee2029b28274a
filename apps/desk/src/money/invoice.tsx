import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { INVOICE_REASONS, isOwed, type DeskInvoice } from '@newsstand/contracts/desk-invoices';
import { UNTOLD } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { ActDialog, letterLine } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import type { Facts } from '../acts/changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { Day } from '../parts/day-fields.tsx';
import { Choice, Words } from '../parts/filters.tsx';
import { Actions } from '../acts/actions.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { Dollars } from '../acts/refund-line.tsx';
import { ReasonField } from '../parts/select-field.tsx';
import { GoesTo } from './destinations.tsx';
import { centsOf, date, day, INVOICE_STATES } from '../parts/words.ts';

/** One invoice: what it charges, how it stands, and what is done with it. */
export function Invoice() {
  const { number } = useParams({ from: '/invoices/$number' });
  const query = useQuery({ queryKey: ['invoice', number], queryFn: () => call(moneyEndpoints.deskInvoice, { params: { number } }) });
  return (
    <Asked query={query} what={`the invoice ${number}`} heading={`Invoice ${number}`}>
      {(invoice) => <InvoicePage invoice={invoice} />}
    </Asked>
  );
}

type Open = 'record' | 'correct' | 'cancel';

const InvoicePage = ({ invoice }: { invoice: DeskInvoice }) => {
  const {
    number,
    billed_to,
    name,
    email,
    email_to,
    owner,
    address,
    goes_to,
    state,
    total,
    back,
    created,
    due,
    reference,
    order,
    paid,
    history,
  } = invoice;
  const [open, setOpen] = useState<Open | null>(null);
  const [message, setMessage] = useState('');
  const may = useMay('changeInvoice');
  const isOpen = isOwed(state);
  const opens = (what: Open) => () => {
    setMessage('');
    setOpen(what);
  };
  const acts = !may
    ? []
    : isOpen
      ? [
          { name: 'Record a payment', run: opens('record') },
          { name: 'Cancel the invoice', run: opens('cancel') },
        ]
      : paid && paid.method !== 'card'
        ? [{ name: 'Correct the payment', run: opens('correct') }]
        : [];
  const close = () => setOpen(null);
  const done = (what: string) => {
    setMessage(what);
    close();
  };
  return (
    <>
      <header className={styles['who']}>
        <Heading text={`Invoice ${number}`} />
        <p>
          {billed_to}
          <strong className={state === 'past-due' ? styles['bad'] : undefined}> {INVOICE_STATES[state]}</strong>
        </p>
        <p className={styles['facts']}>
          {formatCents(total)}, written {day(created)}, due {date(due)}
          {reference !== null && ` · ${reference}`}
          {order !== null && (
            <>
              {' · '}
              <Link to="/orders/$number" params={{ number: order }}>
                order {order}
              </Link>
            </>
          )}
          {back > 0 && <strong className={styles['bad']}> {formatCents(back)} went back</strong>}
          {(invoice.credit_notes ?? []).map((note) => (
            <Fragment key={note.number}>
              {' · '}
              <a href={note.pdf} target="_blank" rel="noreferrer">
                credit note {note.number}, PDF
              </a>
            </Fragment>
          ))}
        </p>
        <div className={styles['acts']}>
          {acts.map((act, index) => (
            <Button key={act.name} kind={index === 0 ? 'primary' : 'secondary'} onClick={act.run}>
              {act.name}
            </Button>
          ))}
        </div>
        <LastAct text={message} />
      </header>
      {(open === 'record' || open === 'correct') && (
        <Payment {...{ invoice, corrects: open === 'correct' }} onDone={done} onClose={close} />
      )}
      {open === 'cancel' && <Cancel invoice={invoice} onDone={done} onClose={close} />}
      <Part title="Charges">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col" className={styles['end']}>
                Pieces
              </th>
              <th scope="col" className={styles['end']}>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line, index) => (
              <tr key={index}>
                <th scope="row" className={styles['wraps']}>
                  {line.name}
                  {line.detail !== null && <small> {line.detail}</small>}
                </th>
                <td className={styles['end']}>{line.quantity}</td>
                <td className={styles['end']}>{formatCents(line.price * line.quantity - line.discount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {invoice.shipping > 0 && (
              <tr>
                <th scope="row" colSpan={2}>
                  Shipping
                </th>
                <td className={styles['end']}>{formatCents(invoice.shipping)}</td>
              </tr>
            )}
            <tr className={styles['total']}>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td className={styles['end']}>{formatCents(total)}</td>
            </tr>
          </tfoot>
        </table>
      </Part>
      <div className={styles['sides']}>
        <div>
          <Part title="Payment" none={paid === null && (isOpen ? 'Nothing has come yet.' : INVOICE_STATES[state])}>
            {paid && (
              <p>
                By {paid.method}, {date(paid.received)}
                {paid.reference !== null && `, ${paid.reference}`}
                {paid.by !== null && `; written down by ${paid.by}`}
              </p>
            )}
          </Part>
          <Part title="History" none={history.length === 0 && 'Nobody at the desk has done anything with it.'}>
            <Actions actions={history} onOpen={() => setMessage('')} />
          </Part>
        </div>
        <div>
          <Part title={goes_to.length > 0 ? 'Speaks to' : 'Goes to'}>
            <address className={styles['address']}>
              {owner === null ? (
                <span>{name}</span>
              ) : (
                <Link to="/readers/$owner" params={{ owner }}>
                  {name}
                </Link>
              )}
              {[email, ...(email_to === null ? [] : [`accounts: ${email_to}`]), ...(goes_to.length > 0 ? [] : address)].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </Part>
          {goes_to.length > 0 && (
            <Part title="Goes to">
              <GoesTo each={goes_to} payer={email} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
};

type ActProps = { invoice: DeskInvoice; onDone: (message: string) => void; onClose: () => void };

const historyOf = ({ history }: DeskInvoice) => history;
const invoiceFacts = ({ state, total, paid }: DeskInvoice): Facts => ({
  Stands: paid
    ? `Paid by ${paid.method}, ${date(paid.received)}${paid.reference === null ? '' : `, ${paid.reference}`}`
    : INVOICE_STATES[state],
  Total: formatCents(total),
});

const today = (): string => new Intl.DateTimeFormat('en-CA').format(new Date());

/** A check or a wire that came, or how it really came. */
const Payment = ({ invoice, corrects, onDone, onClose }: ActProps & { corrects: boolean }) => {
  const client = useQueryClient();
  const { number, email, total, paid } = invoice;
  const { version } = invoice;
  const [method, setMethod] = useState<'check' | 'wire'>(paid?.method === 'wire' ? 'wire' : 'check');
  const [amount, setAmount] = useState('');
  const [received, setReceived] = useState<string | undefined>(paid?.received ?? today());
  const [reference, setReference] = useState(paid?.reference ?? '');
  const cents = corrects ? total : centsOf(amount);
  const endpoint = corrects ? moneyEndpoints.deskCorrectPayment : moneyEndpoints.deskRecordPayment;
  return (
    <ActDialog
      title={`${corrects ? 'Correct the payment' : 'Payment'} of ${number}`}
      verb={corrects ? 'Put it right' : cents === null ? 'Record the payment' : `Record ${formatCents(cents)}`}
      about={['invoice', number]}
      shown={{
        now: invoice,
        says: invoiceFacts,
        typed: { Stands: corrects ? `By ${method}, ${reference}` : `Paid by ${method}, ${cents === null ? amount : formatCents(cents)}` },
        history: historyOf,
      }}
      wish={cents !== null && received !== undefined ? { method, amount: cents, received, reference } : null}
      send={async (wish, { action, dry }) => {
        const { amount: sum, ...how } = wish;
        const answer = await call(endpoint, {
          params: { number },
          query: dry ? { dry: '' } : {},
          body: { action, version, ...how, ...(!corrects && { amount: sum }) },
        });
        if (!dry) await client.invalidateQueries({ queryKey: ['invoices'] });
        return answer;
      }}
      happens={({ card }) =>
        corrects
          ? ['It is put right how and when the payment came.', 'What it gave stays.']
          : [
              'The invoice is paid, and what it is for is given at once.',
              `A receipt is mailed to ${email}.`,
              ...(card === true ? ['A card payment that was begun is canceled.'] : []),
            ]
      }
      done={() => (corrects ? 'The payment was put right.' : `${number} is paid.`)}
      // Most pay by a check that came today, and what it says is typed.
      {...(!corrects && { first: '[inputmode=decimal]' })}
      {...{ onDone, onClose }}
    >
      <div className={styles['pair']}>
        <Choice
          label="By"
          name="method"
          value={method}
          options={{ check: 'Check', wire: 'Wire' }}
          onChange={(next) => setMethod(next ?? 'check')}
        />
        <Day label="Received on" name="received" value={received} onChange={setReceived} />
        {!corrects && <Dollars label={`Dollars, as the ${method} says`} name="amount" value={amount} onChange={setAmount} />}
        <Words label={`Number of the ${method}`} name="reference" value={reference} onChange={setReference} />
      </div>
    </ActDialog>
  );
};

const Cancel = ({ invoice, onDone, onClose }: ActProps) => {
  const { number, version } = invoice;
  const [reason, setReason] = useState<(typeof INVOICE_REASONS)[number]>('asked');
  return (
    <ActDialog
      title={`Cancel invoice ${number}`}
      verb="Cancel the invoice"
      about={['invoice', number]}
      shown={{ now: invoice, says: invoiceFacts, typed: { Stands: 'Cancelled' }, history: historyOf }}
      wish={{ reason }}
      send={(wish, { action, dry }) =>
        call(moneyEndpoints.deskCancelInvoice, { params: { number }, query: dry ? { dry: '' } : {}, body: { action, version, ...wish } })
      }
      happens={({ letter }) => [
        'Its page is gone, and nobody can pay it any more.',
        'Goods that are held for it, if any, are in stock again. Its number stays used.',
        letter
          ? `A letter tells ${letter} not to pay it${UNTOLD.includes(reason) ? '' : ', and why'}.`
          : UNTOLD.includes(reason)
            ? letterLine(null, reason)
            : 'Nobody is written to: the letter with it has not gone out yet, and does not.',
      ]}
      done={() => `${number} was cancelled.`}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={INVOICE_REASONS} onChange={setReason} />
    </ActDialog>
  );
};
