import { UNTOLD, type DeskReason, type InvoiceGivenUp } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import type { RefundPlan } from '@newsstand/contracts/desk-refund';
import type { DeskAction } from '@newsstand/contracts/desk-history';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { Notice } from '@newsstand/ui/notice';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CallError, isRefusal, isSignedOut } from '../session/call.ts';
import { ChangedMeanwhile, partsOf, type Part, type Shown } from './changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { ToFields, useClaims } from '../parts/field-errors.tsx';

const FIRST_FIELD = 'input:not([type=radio], [type=checkbox], [type=file], :disabled), select:not(:disabled), textarea';

/** How long nothing is typed before what would happen is asked for. */
const SETTLED = 300;

type Props<Wish, Plan, Thing> = {
  title: string;
  /**
   * What the button says: verb and object; of what would happen, where it names a sum. Nothing is given until what is
   * asked for now was looked at.
   */
  verb: string | ((plan: Plan | undefined) => string);
  /** Whose page is read anew when it is done, and where somebody else was first; `about` is another page's key. */
  owner?: string;
  about?: readonly string[];
  /**
   * What it is done to, as it is read now. Where that says something else than when it was opened, both stand side by
   * side, and nothing is done before somebody has chosen.
   */
  shown: Shown<Thing>;
  /**
   * What the dialog asks for now, without what was shown (a version), which `send` adds; null while there is not enough
   * to say what would happen.
   */
  wish: Wish | null;
  /** Why there is nothing to do yet, where nothing is missing. */
  idle?: string | undefined;
  /** Asks for it: `dry` only to say what would happen; `version` of what that was when it is done. */
  send: (wish: Wish, how: { action: string; dry: boolean; version?: string | undefined }) => Promise<Plan>;
  /** Of what would happen, where it is confirmed against all of that. */
  version?: (plan: Plan) => string | undefined;
  /** What happens, a line for each thing; null is none. */
  happens: (plan: Plan) => (string | null)[];
  /** What is said when it is done. */
  done: (plan: Plan) => string;
  onDone: (answer: string, plan: Plan) => void;
  onClose: () => void;
  /**
   * Fields that say themselves what is wrong with them, beside those with a `name` of the contract; the dialog says
   * what is wrong with anything else.
   */
  fields?: ReadonlySet<string>;
  onErrors?: (errors: Readonly<Record<string, string>>) => void;
  /** Shown instead of what happens, and nothing can be confirmed. */
  stopped?: ReactNode;
  /**
   * What has the focus when it opens, as a selector, where that is not the first thing that is typed or chosen from a
   * list.
   */
  first?: string | undefined;
  /** Whether it may be confirmed, where that is known only once what is asked for now was looked at. */
  ready?: (plan: Plan | undefined) => boolean;
  children?: ReactNode;
};

/**
 * One thing that is done for a reader: what is asked for, what would happen, and the button. The action's id is made
 * when the dialog opens, so that whatever is pressed twice, or sent again after a failure, is done once.
 */
export function ActDialog<Wish, Plan, Thing>(props: Props<Wish, Plan, Thing>) {
  const {
    title,
    verb,
    owner,
    about,
    shown,
    ready = () => true,
    wish,
    send,
    version,
    happens,
    done,
    onDone,
    onClose,
    onErrors,
    stopped,
    children,
  } = props;
  const client = useQueryClient();
  const [action] = useState(() => crypto.randomUUID());
  const asked = useSettled(wish === null ? null : JSON.stringify(wish));
  const isSettled = wish !== null && asked === JSON.stringify(wish);
  // By what it says: most callers write their key anew each time that they are drawn.
  const key = JSON.stringify(about ?? ['reader', owner ?? '']);
  const page = useMemo(() => JSON.parse(key) as readonly string[], [key]);
  // Every page may be meant: what would happen is none of them, and asked again would be refused again, for ever.
  const anew = useCallback(
    () => client.invalidateQueries({ queryKey: page, predicate: ({ queryKey }) => queryKey[0] !== 'dry' }),
    [client, page],
  );
  const { seen, round, see } = useSeen(shown.now);
  // What would happen, as it was read when it was confirmed.
  const [read, setRead] = useState<readonly string[] | null>(null);
  // What was sent and whose answer was lost: it may be done by now, so that the same goes out again, however the page
  // has changed since.
  const [lost, setLost] = useState<Sent<Wish, Plan> | null>(null);
  const act = useMutation({
    mutationFn: (sent: Sent<Wish, Plan>) => sent.send(sent.wish, { action, dry: false, version: sent.version }),
    // Who was signed out meanwhile knows no more than before.
    onError: (error, sent) => setLost((before) => (isSignedOut(error) ? before : isRefusal(error) ? null : sent)),
    onSuccess: async (result) => {
      await Promise.all([anew(), client.invalidateQueries({ queryKey: ['history'] }), client.invalidateQueries({ queryKey: ['today'] })]);
      onDone(done(result), result);
    },
  });
  const plan = useQuery({
    queryKey: ['dry', action, asked, round],
    queryFn: () => send(JSON.parse(asked ?? 'null') as Wish, { action, dry: true }),
    // Once it is confirmed nothing is only tried any more.
    enabled: asked !== null && isSettled && stopped === undefined && lost === null && (act.isIdle || act.isError),
    placeholderData: keepPreviousData,
    // What was looked at a moment ago may be otherwise by now.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const fresh = isSettled && !plan.isPlaceholderData && !plan.isFetching ? plan.data : undefined;
  const isReady = ready(fresh);
  // What was refused is not what is asked for now.
  const isOfNow = lost !== null || JSON.stringify(act.variables?.wish) === JSON.stringify(wish);
  const refused = act.isError && isOfNow && !isSignedOut(act.error) ? act.error : null;
  const tried = isSettled ? plan.error : null;
  const error = refused ?? tried;
  const errors = error instanceof CallError && typeof error.errors !== 'string' ? error.errors : null;
  const isFirst = isRefusedFirst(error);
  // Where somebody was first, what would happen now is shown below that: nobody confirms what they have not read.
  const isNewer = isFirst && refused !== null && plan.dataUpdatedAt > act.submittedAt;
  const isKnown = isSettled && !plan.isPlaceholderData && (error === null || isNewer);
  const known = plan.data !== undefined && isKnown ? happens(plan.data).filter((line) => line !== null) : null;
  // Once for each refusal.
  useEffect(() => {
    if (isFirst) void anew();
  }, [isFirst, anew]);
  useEffect(() => onErrors?.(errors ?? {}), [errors, onErrors]);
  const [was, is] = [shown.says(seen), shown.says(shown.now)];
  const isOther = partsOf(was, is, {}).length > 0;
  const happensNow = isRefusedFirst(refused) && read !== null && known !== null && read.join() !== known.join() ? known : null;
  // An answer that was lost may have been a yes: what is there by now may be one's own.
  const isStopped = stopped !== undefined && lost === null;
  const isChanged = (isOther || happensNow !== null) && stopped === undefined && (act.isIdle || act.isError) && lost === null;
  const verbNow = lost?.verb ?? (typeof verb === 'string' ? verb : verb(fresh));
  // Nobody confirms what they have not read. What was read and sent may be sent again as it was, unless somebody else
  // was first.
  const isSentAgain = refused !== null && !isFirst;
  const isRead = (fresh !== undefined && plan.error === null) || isSentAgain;
  const isWrong = tried !== null && !isSentAgain;
  const why = whyNot({
    isStopped,
    isChanged,
    isMissing: wish === null && lost === null,
    idle: props.idle,
    isWrong,
    isRead,
    isReady: isReady || isSentAgain,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (why !== null) return;
    if (lost !== null) return act.mutate(lost);
    if (wish === null) return;
    setRead(known);
    act.mutate({ wish, send, verb: verbNow, version: isSentAgain ? act.variables?.version : fresh && version?.(fresh) });
  };
  // Whoever goes without knowing finds on the page what has become of it.
  const close = () => {
    // What was sent is kept by nobody who goes now, and its refusal would be read by nobody.
    if (act.isPending) return;
    if (lost !== null) void anew();
    onClose();
  };
  const goOn = () => {
    see();
    act.reset();
  };
  const whyId = useId();
  const form = useRef<HTMLFormElement>(null);
  const wasChanged = useRef(false);
  // Whoever opens it goes on with the first thing that is typed or chosen; the browser's own choice would be the button
  // that closes it.
  const [first] = useState(props.first ?? FIRST_FIELD);
  const goToFirst = useCallback(() => form.current?.querySelector<HTMLElement>(first)?.focus(), [first]);
  useEffect(goToFirst, [goToFirst]);
  useEffect(() => focusAfter, []);
  const focused = useRef<Element>(null);
  // A field that goes away with the focus, as another answer came or was chosen, leaves it to the first that is there
  // now.
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) goToFirst();
  });
  const isLost = lost !== null;
  // Its fields cannot be used then, and the one that had the focus loses it.
  useEffect(() => {
    if (isLost) form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  }, [isLost]);
  useEffect(() => {
    if (wasChanged.current && !isChanged) form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
    wasChanged.current = isChanged;
  }, [isChanged]);
  const { told, claimed } = useClaims(errors);
  const elsewhere = Object.entries(errors ?? {}).filter(
    ([field]) => !claimed.has(field) && !props.fields?.has(field.replace('address.', '')),
  );
  const isOfFields = errors !== null && elsewhere.length === 0;
  return (
    <Dialog title={unbroken(title)} open onClose={close} className={styles['act']}>
      {/* Which of its fields has the focus is only noted. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        onFocus={({ target }) => {
          focused.current = target;
        }}
        // A browser lets a page refuse the first Escape only.
        onKeyDown={(event) => act.isPending && event.key === 'Escape' && event.preventDefault()}
      >
        <fieldset disabled={isLost} className={styles['whole']}>
          <ToFields told={told}>{children}</ToFields>
        </fieldset>
        {isChanged ? (
          <ChangedMeanwhile
            parts={
              isOther
                ? partsOf(was, is, shown.typed ?? { [partsOf(was, is, {})[0]?.name ?? '']: verbNow })
                : [happening(read, happensNow, verbNow)]
            }
            by={newestOf(shown, seen)}
            told={isFirst ? (refused?.message ?? null) : null}
            refusal={tried?.message ?? null}
            onTheirs={onClose}
            onYours={wish === null || fresh !== undefined ? goOn : undefined}
          />
        ) : (
          ((isStopped ? stopped : null) ?? (
            <section aria-label="What happens" aria-live="polite" className={styles['happens']} aria-busy={plan.isFetching || undefined}>
              <h3>What happens</h3>
              {error !== null && !isOfFields && (
                <Notice kind="error" {...(isFirst && refused !== null && { title: 'Changed meanwhile' })}>
                  {errors === null ? error.message : elsewhere.map(([, text]) => text).join(' ')}{' '}
                  {refused !== null && (isRefusal(refused) ? 'Nothing was changed.' : MAYBE_DONE)}
                </Notice>
              )}
              {known ? (
                linesOf(known)
              ) : error !== null && !isOfFields ? null : (
                <p className={styles['none']}>
                  {wish === null
                    ? 'It is said here once nothing is missing.'
                    : error !== null
                      ? 'It is said here once that is mended above.'
                      : 'Looking …'}
                </p>
              )}
            </section>
          ))
        )}
        <div className={styles['buttons']}>
          <p id={whyId} className={styles['why']}>
            {why}
          </p>
          <Button kind="secondary" onClick={close} disabled={act.isPending}>
            Keep as it is
          </Button>
          <Button type="submit" busy={act.isPending} disabled={why !== null} aria-describedby={why === null ? undefined : whyId}>
            {verbNow}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Where what opened a dialog has gone with what somebody else did, the focus is the page's. What is said of one's own
 * act takes it before.
 */
const focusAfter = (): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector('main')?.focus();
  });
};

/**
 * What somebody has seen of a thing, until they say that they saw what it is by now; `round` is another one each time
 * it is read as another.
 */
function useSeen<Thing>(now: Thing) {
  const [seen, setSeen] = useState(now);
  const [last, setLast] = useState({ now, round: 0 });
  if (last.now !== now) {
    // What was not read yet when it was opened is seen as it comes.
    const isFirst = last.now === null;
    setLast({ now, round: isFirst ? last.round : last.round + 1 });
    if (isFirst) setSeen(now);
  }
  return { seen, round: last.round, see: () => setSeen(now) };
}

/** What was sent, by what it was sent, what the button had said, and of what the version was read. */
type Sent<Wish, Plan> = { wish: Wish; send: Props<Wish, Plan, never>['send']; verb: string; version: string | undefined };

type Standing = {
  isStopped: boolean;
  isChanged: boolean;
  isMissing: boolean;
  idle: string | undefined;
  isWrong: boolean;
  isRead: boolean;
  isReady: boolean;
};

/** Why it cannot be confirmed now; null where it can. */
function whyNot({ isStopped, isChanged, isMissing, idle, isWrong, isRead, isReady }: Standing): string | null {
  if (isStopped) return 'It cannot be done now: what stands above says why.';
  if (isChanged) return 'Say above which of the two holds.';
  if (isMissing) return idle ?? 'Something above is still missing.';
  if (isWrong) return 'It cannot be done as it stands above.';
  if (!isRead) return 'One moment: what would happen is being looked at.';
  return isReady ? null : 'Nothing would be done by what stands above.';
}

const isRefusedFirst = (error: Error | null): boolean => error instanceof CallError && error.status === 409;

const linesOf = (lines: readonly string[] | null) => (
  <ul>
    {lines?.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
);

/** What would happen, as the only part of what stands on no page. */
const happening = (was: readonly string[] | null, is: readonly string[] | null, typed: string): Part => ({
  name: 'What would happen',
  was: linesOf(was),
  is: linesOf(is),
  typed,
  isOther: true,
});

/** What somebody did to it since it was seen. */
function newestOf<Thing>({ now, history = () => [] }: Shown<Thing>, seen: Thing): DeskAction | undefined {
  const before = new Set(history(seen).map(({ id }) => id));
  return history(now).find(({ id }) => !before.has(id));
}

export const MAYBE_DONE = 'It may have been done: press the button again here, and it is done once.';

function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Who is written to where something is taken away and no money moves: whoever has a subscription that ends by it. */
export const endLetterLine = ({ happens }: Pick<RefundPlan, 'happens'>, reason: DeskReason): string =>
  UNTOLD.includes(reason) ? 'Nobody is written to.' : endLetters(happens);

function endLetters({ ends, given, dropped, revokes, downgrades, donation }: RefundPlan['happens']): string {
  const isElse = given + revokes + downgrades > 0 || donation;
  const payer = isElse ? (dropped > 0 ? 'what is taken away and not sent' : 'what is taken away') : dropped > 0 ? 'what is not sent' : null;
  if (ends === 0) return payer === null ? 'Nobody is written to.' : `A letter says to whoever paid ${payer}.`;
  return `A letter says so to whose subscription ends${payer === null ? '' : `, and to whoever paid ${payer}`}.`;
}

/** Whom beside the payer letters go to, by name where the role sees mailboxes. */
export const othersLine = ({ others }: Pick<RefundPlan, 'others'>): string | null => {
  const named = others.filter(Boolean);
  return named.length === 0 ? null : `Whose subscription or gift it was is told so, too: ${new Intl.ListFormat('en').format(named)}.`;
};

/** Who is written to, as a line of what happens. */
export const letterLine = (letter: string | null, reason: DeskReason): string =>
  letter === ''
    ? 'A letter says so to them.'
    : letter !== null
      ? `A letter says so to ${letter}.`
      : UNTOLD.includes(reason)
        ? 'Nobody is written to, for this reason.'
        : 'Nobody is written to: no mailbox is known.';

/** Unpaid invoices that go with what is done, a line for each. */
export const givenUpLines = (invoices: readonly InvoiceGivenUp[]): string[] =>
  invoices.map(({ number, total, letter }) => {
    const told = letter === null ? '' : letter === '' ? ', and a letter says so' : `, and ${letter} is told so`;
    return `Invoice ${number}, ${formatCents(total)}, which is not paid and for nothing any more, is cancelled for good${told}.`;
  });

/**
 * The numbers of orders, invoices and credit notes in a title, which are read out as one: a line of a telephone does
 * not end within one.
 */
const unbroken = (title: string): ReactNode =>
  title.split(/([A-Z]+-\d+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles['number']}>
        {part}
      </span>
    ),
  );
