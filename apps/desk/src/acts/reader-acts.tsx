import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskMember } from '@newsstand/contracts/desk-members';
import type { DeskReader, DeskTerm } from '@newsstand/contracts/desk-reader';
import {
  DESK_REASONS,
  TAKING_REASONS,
  type LetterSent,
  type ReaderReason,
  type SubscriptionCancelled,
} from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ActDialog, givenUpLines, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import { ON_NO_PAGE, type Facts } from './changed-meanwhile.tsx';
import { GiveSubscription } from './give-subscription.tsx';
import { askedToErase, EraseReader } from './erase-reader.tsx';
import { SeeAsReader } from './see-as-reader.tsx';
import { isWaiting, SendCopy } from './send-copy.tsx';
import { ChangeAddress } from './change-address.tsx';
import styles from '../parts/desk.module.css';
import { Choice } from '../parts/filters.tsx';
import { LeaveList } from './members.tsx';
import { RefundDialog, RefundOrderOf } from './refund-dialog.tsx';
import { LastAct } from './last-act.tsx';
import { ReasonField, useTakingReason } from '../parts/select-field.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { RenewingChoice, renewingLines, type Renewing } from './still-renews.tsx';
import { day, letterName, termWords } from '../parts/words.ts';

type Donation = DeskReader['donations'][number];
type Letter = DeskReader['letters'][number];
/** What is open on a reader's page. */
type Open =
  | 'address'
  | 'autorenew'
  | 'sessions'
  | 'login'
  | 'export'
  | 'comp'
  | 'copy'
  | 'see'
  | 'erase'
  | { donation: Donation }
  | { member: DeskMember }
  | { again: Letter }
  | { cancel: DeskTerm }
  | { payBack: { number: string } | { id: string; line: number } }
  | null;
export type Opens = (what: Open) => void;

/** What is done for a reader: the dialogs, what opens them, and what was done last. */
export function useActs(reader: DeskReader) {
  const [open, setOpen] = useState<Open>(null);
  const before = useRouterState({ select: ({ location }) => location.state.message ?? '' });
  const [message, setMessage] = useState(before);
  const [listed, setListed] = useState(false);
  const sends = useMay('sendCopy');
  const close = () => setOpen(null);
  // The account in which something was given to whoever has none.
  const [account, setAccount] = useState<string | undefined>();
  const end = (what: string, given?: string) => {
    setMessage(what);
    setAccount(given);
    close();
  };
  const acts = { reader, onDone: (what: string) => end(what), onClose: close };
  const paysBack = useMay('refundOrder');
  const payBack = (term: DeskTerm) => {
    const order = boughtWith(term);
    if (order) setOpen({ payBack: order });
  };
  const dialog =
    open === null ? null : open === 'address' ? (
      <ChangeAddress {...acts} onListed={() => setListed(true)} />
    ) : open === 'autorenew' ? (
      <SwitchAutorenew {...acts} />
    ) : open === 'sessions' ? (
      <EndSessions {...acts} />
    ) : open === 'login' ? (
      <SendLogin {...acts} />
    ) : open === 'export' ? (
      <MailExport {...acts} />
    ) : open === 'comp' ? (
      <GiveSubscription reader={reader} onGiven={end} onClose={close} />
    ) : open === 'copy' ? (
      <SendCopy {...acts} />
    ) : open === 'see' ? (
      <SeeAsReader reader={reader} onClose={close} />
    ) : open === 'erase' ? (
      <EraseReader {...acts} />
    ) : 'donation' in open ? (
      <EndDonation {...acts} donation={open.donation} />
    ) : 'member' in open ? (
      <LeaveList
        member={open.member}
        now={{ members: reader.lists ?? [], history: reader.history }}
        about={['reader', reader.owner]}
        onDone={acts.onDone}
        onClose={close}
      />
    ) : 'again' in open ? (
      <SendAgain {...acts} letter={open.again} />
    ) : 'payBack' in open ? (
      <PayBack {...acts} what={open.payBack} />
    ) : (
      <CancelSubscription
        {...acts}
        term={open.cancel}
        onPayBack={paysBack && boughtWith(open.cancel) ? () => payBack(open.cancel) : null}
      />
    );
  return {
    dialog,
    /** What was said last is not said any more. */
    clearMessage: () => setMessage(''),
    message: (
      <>
        <LastAct text={message} />
        {account !== undefined && (
          <p>
            <Link to="/readers/$owner" params={{ owner: account }}>
              Open the account that has it
            </Link>
          </p>
        )}
        {listed && sends && reader.given.length > 0 && (
          <p>
            A list has the old address already.{' '}
            {reader.given.slice(0, 1).map(({ issue }) =>
              isWaiting(reader, issue) ? (
                `Another copy of issue ${issue} waits for the next list, and goes to the new one.`
              ) : (
                <Button key={issue} kind="secondary" onClick={() => setOpen('copy')}>
                  Send another copy…
                </Button>
              ),
            )}
          </p>
        )}
      </>
    ),
    opens: (what: Open) => {
      setMessage('');
      setAccount(undefined);
      setListed(false);
      setOpen(what);
    },
  };
}

type PayBackProps = {
  reader: DeskReader;
  what: { number: string } | { id: string; line: number };
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Pays back one of the reader's orders, or the one that a subscription came with. */
const PayBack = ({ reader: { owner, name }, what, ...rest }: PayBackProps) =>
  'number' in what ? (
    <RefundOrderOf number={what.number} {...{ owner, name }} {...rest} />
  ) : (
    <RefundDialog order={{ id: what.id }} line={what.line} {...{ owner, name }} {...rest} />
  );

/** Of which order's line a term is; null for what was given, redeemed or taken over. */
export const boughtWith = ({ order }: Pick<DeskTerm, 'order'>): { id: string; line: number } | null =>
  order ? { id: order.id, line: order.line } : null;

/**
 * What is done more rarely, and waits behind 'More' where there is no room for all: what its button says, and other
 * words for it.
 */
const RARER = [
  { act: 'sessions', says: 'Log out everywhere' },
  { act: 'comp', says: 'Give…', also: 'a subscription or an issue, comp' },
  { act: 'copy', says: 'Another copy…', also: 'of an issue' },
  { act: 'see', says: 'See as reader' },
  { act: 'export', says: 'Mail what we keep' },
  { act: 'erase', says: 'Erase…' },
] as const;

export const ActButtons = ({ reader, opens }: { reader: DeskReader; opens: Opens }) => {
  const { account } = reader;
  const may = {
    address: useMay('changeAddressFor') && !reader.erased,
    autorenew: useMay('switchAutorenewFor'),
    login: useMay('sendLogin'),
    export: useMay('exportReader'),
    sessions: useMay('endSessionsFor'),
    comp: useMay('compSubscription'),
    copy: useMay('sendCopy'),
    see: useMay('seeAsReader'),
    erase: useMay('eraseReader'),
  };
  const [own, isOwn] = [useId(), reader.erasure?.own === true];
  // On a narrow page, where there is no room for all of them.
  const rarer = useId();
  const [folded, setFolded] = useState(true);
  // Renewing charges a card, which the desk never asks for.
  const [cardless, hasNone] = [useId(), account !== null && account.autorenew === null && account.card === null];
  const renews = account?.autorenew !== null;
  const isFor = {
    sessions: account !== null,
    comp: !reader.erased,
    copy: reader.given.length > 0,
    see: account !== null,
    export: account !== null,
    erase: !reader.erased,
  };
  const rarerActs = RARER.filter(({ act }) => may[act] && isFor[act]);
  if (reader.erased || !Object.values(may).some(Boolean)) return null;
  return (
    <div className={styles['acts']}>
      {may.address && <Button onClick={() => opens('address')}>Change address</Button>}
      {may.autorenew && account && (
        <Button kind="secondary" disabled={hasNone} aria-describedby={hasNone ? cardless : undefined} onClick={() => opens('autorenew')}>
          {renews ? 'Stop renewing' : 'Renew by itself'}
        </Button>
      )}
      {may.login && account && (
        <Button kind="secondary" onClick={() => opens('login')}>
          Mail login link
        </Button>
      )}
      {rarerActs.length > 0 && (
        <>
          <Button
            kind="secondary"
            className={styles['unfold']}
            aria-expanded={!folded}
            aria-controls={rarer}
            onClick={() => setFolded(!folded)}
          >
            More
          </Button>
          <div id={rarer} className={styles['rarer']} data-folded={folded ? '' : undefined}>
            {rarerActs.map(({ act, says, ...more }) => (
              <Button
                key={act}
                kind="secondary"
                onClick={() => opens(act)}
                data-also={'also' in more ? more.also : undefined}
                {...(act === 'erase' && isOwn && { disabled: true, 'aria-describedby': own })}
              >
                {act === 'erase' && askedToErase(reader) ? 'Erase for good…' : says}
              </Button>
            ))}
            {may.erase && isOwn && <small id={own}>You asked for it: another person has to erase them.</small>}
          </div>
        </>
      )}
      {may.autorenew && hasNone && (
        <small id={cardless}>Renewing by itself needs a card: they add one in their account. ‘Mail login link’ leads them there.</small>
      )}
    </div>
  );
};

type ActProps = { reader: DeskReader; onDone: (message: string) => void; onClose: () => void };
const dryOf = (dry: boolean): Record<string, string> => (dry ? { dry: '' } : {});
const who = ({ name }: DeskReader): string => (name === '' ? 'this reader' : name);
const historyOf = ({ history }: DeskReader) => history;
const renewsAs = ({ account }: DeskReader): Facts => ({
  'Renews by itself': account === null || account.autorenew === null ? 'No' : `Since ${day(account.autorenew)}`,
  'Card on record': account?.card ?? 'None',
});
const mailbox = ({ email }: DeskReader): Facts => ({ Mailbox: email ?? 'None' });
const standingOf = ({ paid, served, cancelled }: DeskTerm): string =>
  cancelled === null ? (paid === null ? `${served} served, lifetime` : `${served} of ${paid} served`) : `Ended ${day(cancelled)}`;

const SwitchAutorenew = ({ reader, onDone, onClose }: ActProps) => {
  // What was shown when it was opened: whoever was first is told of, and not undone.
  const [on] = useState(reader.account?.autorenew === null);
  const [reason, setReason] = useState<ReaderReason>('asked');
  return (
    <ActDialog
      title={on ? `Renew ${who(reader)}’s subscription by itself` : `Stop renewing ${who(reader)}’s subscription`}
      verb={on ? 'Renew by itself' : 'Stop renewing'}
      owner={reader.owner}
      shown={{ now: reader, says: renewsAs, typed: { 'Renews by itself': on ? 'Yes' : 'No' }, history: historyOf }}
      wish={{ on, reason }}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskSwitchAutorenew, { params: { owner: reader.owner }, query: dryOf(dry), body: { action, ...wish } })
      }
      happens={({ renewal, charging, letter }) => [
        renewal === null
          ? on
            ? 'Nothing is charged yet: it renews when the last issue has come, 30 days after a notice.'
            : 'No renewal was planned. What is paid for still comes.'
          : on
            ? `${formatCents(renewal.amount)} is charged on ${day(renewal.due)}.`
            : `${formatCents(renewal.amount)}, planned for ${day(renewal.due)}, is not charged. What is paid for still comes.`,
        ...(charging ? ['One charge is on its way, and counts.'] : []),
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `${on ? 'It renews by itself now.' : 'It no longer renews by itself.'} ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
    </ActDialog>
  );
};

const WHEN = { now: 'Now', 'at-end': 'At its end: it renews no more' } as const;
type When = keyof typeof WHEN;

/** Ends a subscription now, or lets it run out; a lifetime has no end to wait for. */
const CancelSubscription = ({ reader, onPayBack, ...rest }: CancelProps & { onPayBack: (() => void) | null }) => {
  const [when, setWhen] = useState<When>('now');
  const renews = reader.account !== null && reader.account.autorenew !== null;
  const choice = (
    <div className={styles['fields']}>
      {rest.term.term !== 'lifetime' && <Choice label="When" value={when} options={WHEN} onChange={(value) => setWhen(value ?? 'now')} />}
      {when === 'now' && onPayBack && (
        <p>
          <Button kind="secondary" onClick={onPayBack}>
            Pay back what was not served…
          </Button>
        </p>
      )}
    </div>
  );
  // Each is an action of its own.
  return when === 'now' ? <EndNow {...{ reader, choice }} {...rest} /> : <EndAtItsEnd {...{ reader, choice, renews }} {...rest} />;
};

type CancelProps = ActProps & { term: DeskTerm };

const EndAtItsEnd = ({ reader, term, choice, renews, onDone, onClose }: CancelProps & { choice: ReactNode; renews: boolean }) => {
  const names = useSignedIn();
  const [reason, setReason] = useState<ReaderReason>('asked');
  return (
    <ActDialog
      title={`End ${who(reader)}’s subscription`}
      verb="End it at its end"
      owner={reader.owner}
      shown={{ now: reader, says: renewsAs, typed: { 'Renews by itself': 'No' }, history: historyOf }}
      wish={renews ? { on: false, reason } : null}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskSwitchAutorenew, { params: { owner: reader.owner }, query: dryOf(dry), body: { action, ...wish } })
      }
      {...(!renews && { stopped: <p>{termWords(term, names)} ends by itself: nothing renews it.</p> })}
      happens={({ renewal, charging, letter }) => [
        `${termWords(term, names)} runs to its end, and all that was paid for comes.`,
        renewal === null
          ? 'No renewal was planned, and none will be.'
          : `${formatCents(renewal.amount)}, planned for ${day(renewal.due)}, is not charged.`,
        ...(charging ? ['One charge is on its way, and counts.'] : []),
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `It runs to its end and renews no more. ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      {choice}
      <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
    </ActDialog>
  );
};

const EndNow = ({ reader, term: opened, choice, onDone, onClose }: CancelProps & { choice: ReactNode }) => {
  const names = useSignedIn();
  const termOf = ({ terms }: DeskReader) => terms.find(({ id }) => id === opened.id);
  const term = termOf(reader) ?? opened;
  const [disputed, setDisputed] = useState(false);
  const [renewing, setRenewing] = useState<Renewing>('keep');
  const [renews, setRenews] = useState<SubscriptionCancelled['renews']>();
  const { reason, fitting, choose } = useTakingReason(TAKING_REASONS, 'asked', disputed);
  return (
    <ActDialog
      title={`End ${who(reader)}’s subscription`}
      verb="End it now"
      owner={reader.owner}
      shown={{
        now: reader,
        says: (now) => {
          const one = termOf(now);
          return one
            ? { [termWords(one, names)]: standingOf(one), ...renewsAs(now) }
            : { [termWords(opened, names)]: 'Not there any more' };
        },
        typed: { [termWords(term, names)]: 'Ends now' },
        history: historyOf,
      }}
      wish={{ reason, renewing }}
      send={async (wish, { action, dry, version }) => {
        const answer = await call(readersEndpoints.deskCancelSubscription, {
          params: { owner: reader.owner, subscription: term.id },
          query: dryOf(dry),
          body: { action, served: term.served, version, ...wish },
        });
        setDisputed(answer.disputed === true);
        setRenews(answer.renews);
        return answer;
      }}
      version={(would) => would.version}
      happens={({ left, renewal, renews: still, charging, back, invoices, letter }) => [
        `${termWords(term, names)} ends now${left === null ? '.' : `; ${left === 1 ? 'one issue does' : `${left} issues do`} not come any more.`}`,
        ...renewingLines(renewal, still),
        ...(charging ? ['One charge is on its way, and counts.'] : []),
        ...givenUpLines(invoices),
        `No money goes back by this${back > 0 ? `; ${formatCents(back)} of its order went back before` : ''}.`,
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `The subscription was ended. ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      {choice}
      <RenewingChoice value={renewing} renews={renews} onChange={setRenewing} />
      <ReasonField value={reason} reasons={fitting} onChange={choose} />
    </ActDialog>
  );
};

const EndDonation = ({ reader, donation: opened, onDone, onClose }: ActProps & { donation: Donation }) => {
  const donationOf = ({ donations }: DeskReader) => donations.find(({ id }) => id === opened.id) ?? opened;
  const { id, amount } = donationOf(reader);
  const [reason, setReason] = useState<ReaderReason>('asked');
  return (
    <ActDialog
      title={`End ${who(reader)}’s monthly donation`}
      verb={`End ${formatCents(amount)} a month`}
      owner={reader.owner}
      shown={{
        now: reader,
        says: (now) => {
          const one = donationOf(now);
          return { 'Gives each month': one.ended === null ? formatCents(one.amount) : `Ended ${day(one.ended)}` };
        },
        typed: { 'Gives each month': 'Nothing more' },
        history: historyOf,
      }}
      wish={{ reason }}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskEndDonation, {
          params: { owner: reader.owner, donation: id },
          query: dryOf(dry),
          body: { action, amount, ...wish },
        })
      }
      happens={({ processing, letter }) => [
        processing ? 'One month is on its way, and counts. Nothing is charged after that.' : 'Nothing more is charged.',
        'It cannot be begun again from here: its donor gives again on the page of donations.',
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `The monthly donation has ended. ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
    </ActDialog>
  );
};

const EndSessions = ({ reader, onDone, onClose }: ActProps) => {
  const [reason, setReason] = useState<ReaderReason>('asked');
  return (
    <ActDialog
      title={`Log ${who(reader)} out everywhere`}
      verb="Log out everywhere"
      owner={reader.owner}
      shown={ON_NO_PAGE}
      wish={{ reason }}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskEndSessions, { params: { owner: reader.owner }, query: dryOf(dry), body: { action, ...wish } })
      }
      happens={({ ended, letter }) => [
        ended === 0
          ? 'Nobody is logged in to this account.'
          : `${ended === 1 ? 'One browser is' : `${ended} browsers are`} logged out at once.`,
        'Codes and links that were mailed do not work any more, and a new e-mail address that waits is dropped.',
        letterLine(letter, reason),
      ]}
      done={({ ended }) => `${ended === 1 ? 'One browser was' : `${ended} browsers were`} logged out.`}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
    </ActDialog>
  );
};

/** Sends a letter, and no second one where somebody else sent it since this was read. */
function useSends(ask: (query: Record<string, string>, body: { action: string; before?: number }) => Promise<LetterSent>) {
  const before = useRef<number>(undefined);
  return async (_: unknown, { action, dry }: { action: string; dry: boolean }): Promise<LetterSent> => {
    const answer = await ask(dryOf(dry), { action, ...(before.current !== undefined && { before: before.current }) });
    if (dry) before.current = answer.before;
    return answer;
  };
}

/** Whoever reads it knows whether it is the second. */
const sentBefore = ({ before = 0 }: Pick<LetterSent, 'before'>): string | null =>
  before === 0 ? null : `The desk has sent it ${before === 1 ? 'once' : `${before} times`} before.`;

const SendLogin = ({ reader, onDone, onClose }: ActProps) => (
  <ActDialog
    title={`Mail ${who(reader)} a login link`}
    verb="Mail the link"
    owner={reader.owner}
    shown={{ now: reader, says: mailbox, history: historyOf }}
    wish={{}}
    send={useSends((query, body) => call(readersEndpoints.deskSendLogin, { params: { owner: reader.owner }, query, body }))}
    happens={({ letter, before }) => [
      sentBefore({ before }),
      `A link goes to ${letter}. It works for 30 minutes, once.`,
      'With it they choose a password, are logged in, and can put their card on record. Never ask for a card’s number.',
    ]}
    done={({ letter }) => `The link goes to ${letter}.`}
    {...{ onDone, onClose }}
  />
);

const MailExport = ({ reader, onDone, onClose }: ActProps) => (
  <ActDialog
    title={`Mail ${who(reader)} what we keep of them`}
    verb="Mail it"
    owner={reader.owner}
    shown={{ now: reader, says: mailbox, history: historyOf }}
    wish={{}}
    send={useSends((query, body) => call(readersEndpoints.deskExportReader, { params: { owner: reader.owner }, query, body }))}
    happens={({ letter, before }) => [
      sentBefore({ before }),
      `A letter goes to ${letter}, which they have proved to be theirs, with all that is kept of them in a file.`,
      'Nobody at the desk sees the file. While they can log in, their account’s own page gives them the same.',
    ]}
    done={({ letter }) => `What we keep goes to ${letter}.`}
    {...{ onDone, onClose }}
  />
);

type SendAgainProps = Omit<ActProps, 'reader'> & { reader: Pick<DeskReader, 'owner'>; letter: Letter };
export const SendAgain = ({ reader, letter, onDone, onClose }: SendAgainProps) => (
  <ActDialog
    title={`Send the letter ‘${letterName(letter.kind)}’ again`}
    verb="Send again"
    owner={reader.owner}
    shown={ON_NO_PAGE}
    wish={{}}
    send={useSends((query, body) =>
      call(readersEndpoints.deskResendLetter, { params: { owner: reader.owner, letter: letter.id }, query, body }),
    )}
    happens={({ letter: to, before }) => [sentBefore({ before }), `It goes to ${to}, as it would be written today.`]}
    done={({ letter: to }) => `The letter goes to ${to}.`}
    {...{ onDone, onClose }}
  />
);
