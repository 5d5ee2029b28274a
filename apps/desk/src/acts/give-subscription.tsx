import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskReader, DeskTerm } from '@newsstand/contracts/desk-reader';
import { COMP_REASONS } from '@newsstand/contracts/desk-verbs';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { ActDialog, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { useSignedIn } from '../session/session.tsx';
import { ReasonField, SelectField } from '../parts/select-field.tsx';
import { deliverableName, issuesWords, termName, termWords, type Names } from '../parts/words.ts';

/** `account`: whose it became, where that is not this reader. */
type Props = { reader: DeskReader; onGiven: (message: string, account?: string) => void; onClose: () => void };
export type CompReason = (typeof COMP_REASONS)[number];

/** How much is given: so many issues, or a whole term. */
const AMOUNTS = ['1', '2', '3', '4', ...Term.options] as const;
export type Amount = (typeof AMOUNTS)[number];
export const issuesOf = (amount: Amount): number | null => (v.is(Term, amount) ? null : Number(amount));
export const amountName = (amount: Amount): string => {
  const issues = issuesOf(amount);
  return issues === null ? termName(amount) : issuesWords(issues);
};
/** A whole term, or the kind of which so many issues are. */
export const termOf = (amount: Amount): Term => (v.is(Term, amount) ? amount : '1year');

/** What is read in files is read in an account: whoever has none is given it with one. */
const ACCOUNTS = {
  made: 'They have no account: one is made, into which a code leads that is mailed to them. What they ordered comes to it with the first login.',
  known: 'Their mailbox has an account by now: what is given goes there.',
};
type Had = Pick<DeskTerm, 'deliverable' | 'level' | 'term' | 'copies' | 'paid' | 'served' | 'cancelled'>;
const isOwed = ({ cancelled, paid, served }: Had): boolean => cancelled === null && (paid === null || served < paid);

/** What somebody has, or had, and what of it came. */
const hadWords = (one: Had, names: Names): string =>
  `${termWords(one, names)}: ${one.cancelled === null ? `${one.served} served` : 'ended'}`;

/** Gives something that nobody pays for; what a caller asks for most is a copy in place of one that was lost. */
export const GiveSubscription = ({ reader, onGiven, onClose }: Props) => {
  const names = useSignedIn();
  const runs = reader.terms.find(isOwed) ?? reader.terms[0];
  const [deliverable, setDeliverable] = useState(() => Deliverable.options.find((one) => one === runs?.deliverable) ?? 'digital');
  const [level, setLevel] = useState(() => Level.options.find((one) => one === runs?.level) ?? 'low');
  const [amount, setAmount] = useState<Amount>('1');
  // To whom nothing was posted nothing was lost: its letter would be sorry for it.
  const [reason, setReason] = useState<CompReason>(() => (reader.given.some(({ medium }) => medium === 'print') ? 'lost' : 'courtesy'));
  const term = termOf(amount);
  // How many terms are shown of whoever it becomes: what another account has is known by trying.
  const shown = useRef(reader.terms.length);
  return (
    <ActDialog
      title={`Give ${reader.name === '' ? 'this reader' : reader.name} a subscription or an issue`}
      verb={`Give ${amountName(amount)}`}
      owner={reader.owner}
      shown={{
        now: reader,
        says: ({ terms }) => ({
          Subscriptions: terms.map((one) => hadWords(one, names)).join('\n'),
        }),
        typed: { Subscriptions: `And ${amountName(amount)}, ${deliverableName(deliverable, names)}` },
        history: ({ history }) => history,
      }}
      wish={{ deliverable, level, term, issues: issuesOf(amount), reason }}
      send={async (wish, { action, dry }) => {
        const given = await call(readersEndpoints.deskComp, {
          params: { owner: reader.owner },
          query: dry ? { dry: '' } : {},
          body: { action, terms: dry ? reader.terms.length : shown.current, ...wish },
        });
        if (dry) shown.current = (given.there ?? reader.terms).length;
        return given;
      }}
      happens={({ issues, address, renewal, account, there = [], letter }) => [
        ...(account === undefined ? [] : [ACCOUNTS[account]]),
        ...(there.length === 0 ? [] : [`That account has: ${there.map((one) => hadWords(one, names)).join('; ')}.`]),
        issues === null
          ? 'Every issue from now on comes to them, and nobody pays for it.'
          : `${issuesWords(issues)[0]?.toUpperCase()}${issuesWords(issues).slice(1)} ${(account === undefined ? reader.terms : there).some(isOwed) ? 'after what they have' : 'from the next one on'}, and nobody pays for it.`,
        ...(address === false
          ? [
              'No address of this zone is known at which the post reaches them: nothing is posted until there is one, which the letter asks for.',
            ]
          : []),
        ...(renewal ? ['The renewal that is planned is put off until this has come, too.'] : []),
        letterLine(letter, reason),
      ]}
      done={({ account, letter }) =>
        `It was given${account === undefined ? '' : ', in the account of their mailbox'}. ${letterLine(letter, reason)}`
      }
      onDone={(message, { owner }) => onGiven(message, owner)}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <SelectField
          label="What"
          name="deliverable"
          value={deliverable}
          onChange={setDeliverable}
          options={Deliverable.options.map((value) => ({ value, label: deliverableName(value, names) }))}
        />
        <Given {...{ level, amount, reason }} onLevel={setLevel} onAmount={setAmount} onReason={setReason} />
      </div>
    </ActDialog>
  );
};

type GivenProps = {
  level: Level;
  amount: Amount;
  reason: CompReason;
  onLevel: (level: Level) => void;
  onAmount: (amount: Amount) => void;
  onReason: (reason: CompReason) => void;
};

/** At which level so much is given, and why: to a reader, and to somebody new. */
export const Given = ({ level, amount, reason, onLevel, onAmount, onReason }: GivenProps) => {
  const { levels } = useSignedIn();
  return (
    <>
      <SelectField
        label="Level"
        name="level"
        value={level}
        onChange={onLevel}
        options={Level.options.map((value) => ({ value, label: levels[value] }))}
      />
      <SelectField
        label="How much"
        name="issues"
        value={amount}
        onChange={onAmount}
        options={AMOUNTS.map((value) => ({ value, label: amountName(value) }))}
      />
      <ReasonField value={reason} reasons={COMP_REASONS} onChange={onReason} />
    </>
  );
};
