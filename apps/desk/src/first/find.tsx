import type { DeskFound } from '@newsstand/contracts/desk-find';
import { findEndpoints } from '@newsstand/contracts/desk-endpoints-find';
import type { DeskMember, DeskMembers } from '@newsstand/contracts/desk-members';
import { formatCents } from '@newsstand/contracts/money';
import { Notice } from '@newsstand/ui/notice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Actions } from '../acts/actions.tsx';
import { LeaveList, Members } from '../acts/members.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { day, deliverableName } from '../parts/words.ts';

/** Anything by any scrap. */
export function Find() {
  const { q } = useSearch({ from: '/find' });
  const seesNames = useMay('seeNames');
  const query = useQuery({
    queryKey: ['find', q],
    queryFn: () => call(findEndpoints.deskFind, { query: { q } }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
  if (q.trim() === '') {
    return (
      <>
        <Heading text="Find" />
        <p className={styles['none']}>
          {seesNames
            ? 'Type a surname and a town, a part of an e-mail address, a postcode, or the number of an order, an invoice, a label or a parcel.'
            : 'Type the number of an order or a parcel: names are not for your role.'}{' '}
          Press / from anywhere.
        </p>
      </>
    );
  }
  return (
    <>
      <Heading text={`Find ${q}`}>
        Find <q>{q}</q>
      </Heading>
      <Asked query={query} what="what was found">
        {(found) => (
          <div {...(!query.isPlaceholderData && { 'data-found': q.trim() })}>
            <Found found={found} q={q} />
          </div>
        )}
      </Asked>
    </>
  );
}

const Found = ({ found: { readers, orders, invoices, gifts, goods, guess, listed }, q }: { found: DeskFound; q: string }) => {
  const names = useSignedIn();
  const seesNames = useMay('seeNames');
  const count = readers.length + orders.length + invoices.length + gifts.length + goods.length;
  return (
    <>
      <output className={styles['count']}>
        {count === 0
          ? listed
            ? 'No reader has this address: the mailing lists alone know it.'
            : seesNames
              ? 'Nothing was found. Fewer letters find more; so does the surname alone.'
              : 'Nothing was found. Names are not for your role: it finds orders by their numbers alone.'
          : `${count} found, at most eight of a kind. Enter opens the first, ↓ leads to the rows.`}
      </output>
      {guess && <Notice kind="info">Nothing has exactly these words. Did you mean one of these?</Notice>}
      {readers.length > 0 && (
        <Part title="Readers">
          <ul className={styles['rows']}>
            {readers.map(({ owner, name, email, town, account, runs, guest, erased }) => (
              <li key={owner}>
                <Link to="/readers/$owner" params={{ owner }} data-row>
                  <strong>{name === '' ? 'No name' : name}</strong>
                  <span>
                    {email}
                    {typeof guest === 'string' && `, as a guest too${guest === name || guest === '' ? '' : `: ${guest}`}`}
                  </span>
                  <span>{town}</span>
                  <span className={styles['end']}>
                    {runs
                      ? `${deliverableName(runs.deliverable, names)} · ${runs.left === null ? 'lifetime' : `${runs.left} left`}`
                      : account
                        ? 'nothing runs'
                        : erased
                          ? 'erased'
                          : 'guest'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {listed && <Listed listed={listed} q={q} />}
      {orders.length > 0 && (
        <Part title="Orders">
          <ul className={styles['rows']}>
            {orders.map(({ number, name, state, total, placed }) => (
              <li key={number}>
                <Link to="/orders/$number" params={{ number }} data-row>
                  <strong>{number}</strong>
                  <span>{name}</span>
                  <span>
                    {state}, {day(placed)}
                  </span>
                  <span className={styles['end']}>{formatCents(total)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {invoices.length > 0 && (
        <Part title="Invoices">
          <ul className={styles['rows']}>
            {invoices.map(({ number, billed_to, total, due, paid, owner }) => (
              <li key={number}>
                <ToInvoice {...{ owner }} number={number}>
                  <strong>{number}</strong>
                  <span>{billed_to}</span>
                  <span>{paid ? 'paid' : `due ${day(`${due}T12:00:00Z`)}`}</span>
                  <span className={styles['end']}>{formatCents(total)}</span>
                </ToInvoice>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {gifts.length > 0 && (
        <Part title="Gifts">
          <ul className={styles['rows']}>
            {gifts.map(({ recipient, town, order, invoice, owner }) => {
              const row = (
                <>
                  <strong>{recipient}</strong>
                  <span>{town}</span>
                  <span className={styles['end']}>{invoice == null ? order : `invoice ${invoice}`}</span>
                </>
              );
              return (
                <li key={`${invoice ?? order} ${recipient}`}>
                  {invoice == null ? (
                    <To owner={owner}>{row}</To>
                  ) : (
                    <ToInvoice {...{ owner }} number={invoice}>
                      {row}
                    </ToInvoice>
                  )}
                </li>
              );
            })}
          </ul>
        </Part>
      )}
      {goods.length > 0 && (
        <Part title="Goods">
          <ul className={styles['rows']}>
            {goods.map(({ type, ref, name, detail, stock }) => (
              <li key={`${type} ${ref}`}>
                <Link to="/stock/$type/$ref" params={{ type, ref }} data-row>
                  <strong>{name}</strong>
                  <span>{detail}</span>
                  <span className={styles['end']}>{stock === null ? '' : `${stock} in stock`}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
};

/** The mailing lists of whole addresses that were typed, whoever has them, and what was done to them here. */
const Listed = ({ listed, q }: { listed: DeskMembers; q: string }) => {
  const [open, setOpen] = useState<DeskMember | null>(null);
  const [message, setMessage] = useState('');
  const leave = (member: DeskMember) => {
    setMessage('');
    setOpen(member);
  };
  const { members, history } = listed;
  return (
    <Part title="Mailing lists">
      <LastAct text={message} />
      <Members members={members} onLeave={useMay('leaveListFor') ? leave : undefined} />
      {history.length > 0 && <Actions actions={history} onOpen={() => setMessage('')} />}
      {open !== null && (
        <LeaveList
          member={open}
          now={listed}
          about={['find', q]}
          onDone={(text) => {
            setOpen(null);
            setMessage(text);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Part>
  );
};

/** A row that leads to whose it is, for who may see readers. */
const To = ({ owner, children }: { owner: string | null; children: ReactNode }) =>
  owner === null ? (
    <div>{children}</div>
  ) : (
    <Link to="/readers/$owner" params={{ owner }} data-row>
      {children}
    </Link>
  );

/** A row that leads to an invoice; who may not see it is led to whose it is. */
const ToInvoice = ({ number, owner, children }: { number: string; owner: string | null; children: ReactNode }) =>
  useMay('seeInvoices') ? (
    <Link to="/invoices/$number" params={{ number }} data-row>
      {children}
    </Link>
  ) : (
    <To owner={owner}>{children}</To>
  );
