import { csvOf } from '@newsstand/contracts/csv';
import { issuesEndpoints } from '@newsstand/contracts/desk-endpoints-issues';
import { DESK_VERBS } from '@newsstand/contracts/desk-roles';
import {
  isGiven,
  printedCopies,
  printRunOf,
  SPOILED,
  unusualOf,
  type DeskIssue,
  type IssueState,
  type ListedIssue,
} from '@newsstand/contracts/desk-issues';
import { displayMoment } from '@newsstand/contracts/display-date';
import { Button } from '@newsstand/ui/button';
import { Checkbox } from '@newsstand/ui/checkbox';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { dayAt } from '../parts/days.ts';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Moment } from '../parts/day-fields.tsx';
import { Words } from '../parts/filters.tsx';
import { givenWords, IssueFiles } from './issue-files.tsx';
import { issueQuery, issuesQuery } from './issue-queries.ts';
import { change, FAR, lateWords, madeWords } from './issue-words.ts';
import { MakeFirstLists } from './issue-post.tsx';
import { TakeNow } from './labels.tsx';
import { Bars, releaseBars } from '../parts/plot.tsx';
import { proved } from '../session/show-key.ts';
import { LastAct } from '../acts/last-act.tsx';
import { saveFile } from '../parts/save-file.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';
import { date, deliverableName, momentIn, postListName, verbWords, zoneWords } from '../parts/words.ts';

/** Whose roles a release can be stopped by. */
const STOPS = new Intl.ListFormat('en').format(DESK_VERBS.stopRelease.roles);

/** Where an issue stands, as a line says it. */
const stands = ({ state, at, day, on_sale, far }: Omit<ListedIssue, 'number' | 'title' | 'made'>, zone: string): string => {
  const when = at === null ? '' : momentIn(at, zone);
  const texts: Record<IssueState, string> = {
    coming: day === null ? 'No day yet' : `Comes out on ${date(day)}, by its files`,
    planned: `Will be given to readers${on_sale ? ' and put on sale' : ''} at ${when}`,
    held: far ? `It is ${FAR}` : 'Held: nobody is given it',
    begun: 'Being given to readers now',
    out: `Given to readers ${when}`,
  };
  return texts[state];
};

/** Every number, the newest first. */
export function Issues() {
  const { time_zone: zone } = useSignedIn();
  const query = useQuery(issuesQuery);
  return (
    <>
      <Heading text="Issues" />
      <Asked query={query} what="the issues">
        {({ issues }) =>
          issues.length === 0 ? (
            <p className={styles['none']}>There is no issue yet. They come with the publication’s files.</p>
          ) : (
            <ul className={styles['rows']}>
              {issues.map((issue) => (
                <li key={issue.number}>
                  <Link to="/issues/$number" params={{ number: String(issue.number) }} data-row className={styles['issue']}>
                    <strong>Issue {issue.number}</strong>
                    <span>{issue.title}</span>
                    <span className={issue.state === 'held' ? styles['bad'] : undefined}>
                      {stands(issue, zone)}
                      {issue.late > 0 && <mark>{lateWords(issue.late)}</mark>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </>
  );
}

/** One number: when it is given to readers, and who will have it. */
export function Issue() {
  const { number } = useParams({ from: '/issues/$number' });
  const { time_zone: zone } = useSignedIn();
  const query = useQuery({ ...issueQuery(number), refetchInterval: 30_000 });
  const [plans, stops, makesLists] = [useMay('planRelease'), useMay('stopRelease'), useMay('makePostLists')];
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'plan' | 'stop' | 'lists' | null>(null);
  const [message, setMessage] = useState('');
  const close = () => setDialog(null);
  const onDone = (text: string) => {
    setMessage(text);
    close();
  };
  return (
    <Asked query={query} what="this issue" heading={`Issue ${number}`}>
      {(issue) => {
        const isComing = !isGiven(issue.state);
        return (
          <>
            <Heading text={`Issue ${issue.number}: ${issue.title}`} />
            <p className={issue.state === 'held' ? styles['bad'] : undefined}>{stands(issue, zone)}.</p>
            <LastAct text={message} />
            {isComing && (
              <div className={styles['acts']}>
                {plans && (
                  <Button kind="secondary" onClick={() => setDialog('plan')}>
                    {issue.state === 'planned' ? 'Plan it anew…' : 'Give it to readers…'}
                  </Button>
                )}
                {stops && issue.state !== 'held' && (
                  <Button kind="secondary" onClick={() => setDialog('stop')}>
                    {issue.state === 'planned' ? 'Stop it…' : 'Hold it…'}
                  </Button>
                )}
              </div>
            )}
            <IssueFiles issue={issue} onDone={setMessage} />
            <Counts
              issue={issue}
              onMessage={setMessage}
              onMakeLists={makesLists && issue.completed !== null && issue.lists.length === 0 ? () => setDialog('lists') : undefined}
            />
            {dialog === 'plan' && <PlanRelease issue={issue} onDone={onDone} onClose={close} />}
            {dialog === 'stop' && <StopRelease issue={issue} onDone={onDone} onClose={close} />}
            {dialog === 'lists' && (
              <MakeFirstLists
                number={issue.number}
                onDone={(text) => {
                  onDone(text);
                  void client.invalidateQueries({ queryKey: ['issue', number] });
                }}
                onClose={close}
              />
            )}
          </>
        );
      }}
    </Asked>
  );
}

const TEN_MINUTES = 10 * 60_000;
const NUMBER = new Intl.NumberFormat('en-US');
const keepCounts = (issue: number, counts: readonly (DeskIssue['counts'][number] & { name: string })[]): void => {
  const rows = counts.map(({ name, readers, copies, free, before }) => [name, ...[readers, copies, free, before].map(String)]);
  saveFile(`issue-${issue}.csv`, `\uFEFF${csvOf([['by', 'readers', 'copies', 'free', 'issue_before'], ...rows])}`);
};

/** The list of those whom a number is about, for who may see it. */
const ListLink = ({ list, text }: { list: 'no-address' | 'undeliverable'; text: string }) => (
  <Link to="/lists/$list" params={{ list }}>
    {text}
  </Link>
);

const Counts = ({
  issue,
  onMakeLists,
  onMessage,
}: {
  issue: DeskIssue;
  onMakeLists: (() => void) | undefined;
  onMessage: (message: string) => void;
}) => {
  const names = useSignedIn();
  const { state, late, counts, without_address, held, completed, protocol, given, at, last, renew, lifetimes, lists } = issue;
  const wasGiven = isGiven(state);
  const copies = printedCopies(counts);
  const named = counts.map((count) => ({ ...count, name: deliverableName(count.deliverable, names) }));
  const drawn = releaseBars(named);
  const unusual = unusualOf(counts);
  const [makesLists, takes, sees] = [useMay('makePostLists'), useMay('exportLabels'), useMay('seeReadersToReach')];
  const lines = [
    ...protocol.map(({ at: done, who, ...what }) => ({ at: done, text: `${who} ${verbWords(what, names)}` })),
    ...(at === null || given.length === 0 ? [] : [{ at, text: givenWords(given, names.time_zone) }]),
    ...(completed === null ? [] : [{ at: completed, text: 'everybody had been given it' }]),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const people = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${NUMBER.format(count)} ${many}`);
  return (
    <>
      <Part
        title={wasGiven ? 'Who was given it' : 'Who will be given it'}
        none={counts.length === 0 && (wasGiven ? 'Nobody waited for it.' : 'Nobody waits for an issue now.')}
      >
        {drawn && <Bars {...drawn} />}
        <Wide>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">By</th>
                {['Readers', 'Copies', 'Free', 'Issue before', 'Change'].map((head) => (
                  <th key={head} scope="col" className={styles['end']}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((count) => (
                <tr key={count.deliverable}>
                  <th scope="row">{deliverableName(count.deliverable, names)}</th>
                  {[count.readers, count.copies, count.free, count.before].map((value, index) => (
                    <td key={index} className={styles['end']}>
                      {NUMBER.format(value)}
                    </td>
                  ))}
                  <td className={`${styles['end']} ${styles['wraps']} ${unusual.includes(count) ? styles['bad'] : ''}`}>
                    {change(count)}
                    {unusual.includes(count) && ' (unusual)'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
        {!wasGiven && copies > 0 && (
          <p>
            Print run: <strong>{NUMBER.format(printRunOf(copies))}</strong>, with {SPOILED} % that is spoiled; copies for sale and samples
            come on top.
          </p>
        )}
        {counts.length > 0 && (
          <div className={styles['acts']}>
            <Button kind="secondary" onClick={() => keepCounts(issue.number, named)}>
              CSV
            </Button>
          </div>
        )}
      </Part>
      <Part title="To know" none={without_address + held + last + lifetimes === 0 && 'Nothing in particular.'}>
        <ul className={styles['notes']}>
          {without_address > 0 && (
            <li>
              {people(without_address, 'reader is', 'readers are')} owed a printed copy and {without_address === 1 ? 'has' : 'have'} no
              address. {sees && <ListLink list="no-address" text="Who" />}
            </li>
          )}
          {held > 0 && (
            <li>
              {people(held, 'copy is', 'copies are')} held back, since others came back from {held === 1 ? 'its' : 'their'} address.{' '}
              {sees && <ListLink list="undeliverable" text="Whose" />}
            </li>
          )}
          {last > 0 && (
            <li>
              It is the last issue of {people(last, 'reader', 'readers').toLowerCase()};{' '}
              {renew === 0 ? 'none of them renews by itself' : `${NUMBER.format(renew)} of them renew by themselves`}.
            </li>
          )}
          {lifetimes > 0 && <li>{people(lifetimes, 'reader has', 'readers have')} it for life.</li>}
        </ul>
      </Part>
      {wasGiven && (
        <Part
          title="Post"
          none={lists.length === 0 && (copies === 0 ? 'No copy of it is posted.' : !makesLists && 'No list was made yet.')}
        >
          <ul className={styles['notes']}>
            {lists.map(({ shipcode, part, copies, frozen }) => (
              <li key={`${shipcode} ${part}`}>
                {postListName(shipcode, part, names)}: {NUMBER.format(copies)} {copies === 1 ? 'copy' : 'copies'},{' '}
                {momentIn(frozen, names.time_zone)}
                {takes && copies > 0 && (
                  <>
                    {' '}
                    <TakeNow issue={issue.number} list={{ shipcode, part }} onDone={onMessage} />
                  </>
                )}
              </li>
            ))}
          </ul>
          {late > 0 && <p>{lateWords(late)}.</p>}
          {onMakeLists && (
            <div className={styles['acts']}>
              <Button kind="secondary" onClick={onMakeLists}>
                Make the lists…
              </Button>
            </div>
          )}
          {makesLists && (
            <Link to="/issues/$number/post" params={{ number: String(issue.number) }}>
              Lists and labels
            </Link>
          )}
        </Part>
      )}
      {(protocol.length > 0 || completed !== null) && (
        <Part title="Protocol" aside={`by the clock of ${zoneWords(names.time_zone)}`}>
          <ul className={styles['notes']}>
            {lines.map((line, index) => (
              <li key={index}>
                {displayMoment(line.at, names.time_zone)}: {line.text}
              </li>
            ))}
          </ul>
          <div className={styles['acts']}>
            <Button kind="secondary" onClick={() => print()}>
              Print
            </Button>
          </div>
        </Part>
      )}
    </>
  );
};

type DialogProps = { issue: DeskIssue; onDone: (message: string) => void; onClose: () => void };

/** When it is given to readers; what is far from the last issue is typed. */
const PlanRelease = ({ issue, onDone, onClose }: DialogProps) => {
  const session = useSignedIn();
  const zone = session.time_zone;
  const { number, version, counts, made, day } = issue;
  const [opened] = useState(() => Date.now());
  const [when, setWhen] = useState<'now' | 'later'>('now');
  // As whoever gives it out before its day mostly wants; what happens says so, and it can be stopped.
  const [sells, setSells] = useState(true);
  const [at, setAt] = useState<string>();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const unusual = unusualOf(counts);
  const instant = when === 'later' ? (at ?? null) : null;
  // The files' day begins as the publication's does.
  const isEarly = day === null || day > dayAt(instant ?? new Date(opened + TEN_MINUTES).toISOString(), zone);
  const isMissing =
    (when === 'later' && instant === null) ||
    (isEarly && !sells) ||
    unusual.some(({ deliverable }) => !/^\d+$/.test(typed[deliverable] ?? ''));
  const numbers = Object.fromEntries(unusual.map(({ deliverable }) => [deliverable, Number(typed[deliverable])]));
  return (
    <ActDialog
      title={`Give issue ${number} to readers`}
      verb={when === 'now' ? 'Give it in ten minutes' : 'Plan it'}
      about={['issue', String(number)]}
      shown={{
        now: issue,
        says: (now) => ({
          Stands: stands(now, zone),
          ...Object.fromEntries(
            now.counts.map(({ deliverable, readers, copies }) => [
              deliverableName(deliverable, session),
              `${NUMBER.format(readers)} readers, ${NUMBER.format(copies)} copies`,
            ]),
          ),
        }),
        typed: { Stands: instant === null ? 'Given in ten minutes' : `Given at ${momentIn(instant, zone)}` },
      }}
      wish={isMissing ? null : { at: instant, on_sale: isEarly && sells, typed: numbers }}
      send={(wish, { action, dry }) =>
        proved(session, () =>
          call(issuesEndpoints.deskPlanRelease, {
            params: { number: String(number) },
            query: dry ? { dry: '' } : {},
            body: { action, version, ...wish },
          }),
        )
      }
      happens={({ at: begins, on_sale }) => [
        `It begins at ${begins === null ? '' : momentIn(begins, zone)}. Until then ${STOPS} can stop it.`,
        ...(on_sale
          ? ['It is on sale from then on, printed and digital, before the day of its files. Files that come later do not take it back.']
          : []),
        `${NUMBER.format(counts.reduce((sum, { readers }) => sum + readers, 0))} readers are given it, if nothing changes, and a letter says so to those who want one.`,
        ...(made.length === 0 ? [] : [madeWords(made)]),
        'Once it has begun nobody can take it back.',
      ]}
      done={({ at: begins }) => `Issue ${number} is given to readers at ${begins === null ? '' : momentIn(begins, zone)}.`}
      fields={new Set(['on_sale', ...unusual.map(({ deliverable }) => deliverable)])}
      onErrors={setErrors}
      {...{ onDone, onClose }}
    >
      <SelectField
        label="When"
        value={when}
        onChange={setWhen}
        options={[
          { value: 'now', label: 'In ten minutes' },
          { value: 'later', label: 'At a moment of its own' },
        ]}
      />
      {when === 'later' && <Moment label="Moment" name="at" value={at} onChange={setAt} />}
      {isEarly && (
        <Checkbox
          name="on_sale"
          label={
            day === null
              ? 'Put it on sale then: its files do not say its day yet'
              : `Put it on sale then, before the day of its files (${date(day)})`
          }
          checked={sells}
          error={errors['on_sale']}
          onChange={setSells}
        />
      )}
      {unusual.map(({ deliverable, readers, before, copies, copies_before: sent = before }) => (
        <Words
          key={deliverable}
          name={deliverable}
          label={`${deliverableName(deliverable, session)}: ${NUMBER.format(before)} last time${sent === before ? '' : ` with ${NUMBER.format(sent)} copies`}. Type ${readers}${copies === readers ? '' : `, with ${NUMBER.format(copies)} copies,`} if that is right`}
          value={typed[deliverable] ?? ''}
          numeric
          error={errors[deliverable]}
          onChange={(text) => setTyped({ ...typed, [deliverable]: text.trim() })}
        />
      ))}
    </ActDialog>
  );
};

/** Nobody is given it before it is planned anew. */
const StopRelease = ({ issue, onDone, onClose }: DialogProps) => {
  const { number } = issue;
  const { time_zone: zone } = useSignedIn();
  // What was shown when it was opened.
  const [wasPlanned] = useState(issue.state === 'planned');
  return (
    <ActDialog
      title={wasPlanned ? `Stop issue ${number}` : `Hold issue ${number}`}
      verb={wasPlanned ? 'Stop it' : 'Hold it'}
      about={['issue', String(number)]}
      shown={{ now: issue, says: (now) => ({ Stands: stands(now, zone) }), typed: { Stands: 'Held: nobody is given it' } }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        call(issuesEndpoints.deskStopRelease, { params: { number: String(number) }, query: dry ? { dry: '' } : {}, body: { action } })
      }
      happens={() => ['Nobody has been given it. Nobody will be before somebody plans it anew.']}
      done={() => `Issue ${number} is held.`}
      {...{ onDone, onClose }}
    />
  );
};
