import { printedCopies, unusualOf, type ListedIssue } from '@newsstand/contracts/desk-issues';
import { Notice } from '@newsstand/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { issueQuery, issuesQuery } from '../issues/issue-queries.ts';
import { change, FAR, madeWords } from '../issues/issue-words.ts';
import { useMay, useSignedIn } from '../session/session.tsx';
import { deliverableName, momentIn } from '../parts/words.ts';

const NUMBER = new Intl.NumberFormat('en-US');

/**
 * Issues that are given to readers within a day, on Today: whoever sees that it is wrong stops it there; those that
 * were held as they were to begin; and the newest one that is out, while it has no lists.
 */
export function SoonOut() {
  const may = useMay('seeIssues');
  // As of when it was asked: the page may have been open since yesterday.
  const query = useQuery({ ...issuesQuery, enabled: may, refetchInterval: 30_000 });
  const makesLists = useMay('makePostLists');
  const issues = query.data?.issues ?? [];
  const soon = issues.filter(
    ({ state, at, far }) => far || (state === 'planned' && at !== null && Date.parse(at) - query.dataUpdatedAt < 24 * 3600_000),
  );
  const unlisted = issues.filter(({ lists_due: due }) => makesLists && due === true);
  return [
    ...unlisted.map(({ number, title }) => (
      <Notice key={`${number} lists`} kind="warning">
        Issue {number}, {title}, is out, and no list for the post was made of it yet.{' '}
        <Link to="/issues/$number" params={{ number: String(number) }}>
          Look, and make its lists
        </Link>
      </Notice>
    )),
    ...soon.map((issue) => <Soon key={issue.number} issue={issue} />),
  ];
}

/** With who would be given it now: what is far from the last issue may have come since it was planned. */
const Soon = ({ issue: { number, title, at, made } }: { issue: ListedIssue }) => {
  const session = useSignedIn();
  const { data } = useQuery({ ...issueQuery(String(number)), refetchInterval: 60_000 });
  const counts = data?.counts ?? [];
  const readers = counts.reduce((sum, count) => sum + count.readers, 0);
  const unusual = unusualOf(counts).map(
    (count) => `${deliverableName(count.deliverable, session)} ${NUMBER.format(count.readers)} (${change(count)})`,
  );
  return (
    <Notice kind="warning">
      Issue {number}, {title}, is {at === null ? FAR : `given to readers at ${momentIn(at, session.time_zone)}`}
      {data && `: ${NUMBER.format(readers)} now, with ${NUMBER.format(printedCopies(counts))} printed copies`}.{' '}
      {unusual.length > 0 && `Far from the issue before: ${unusual.join(', ')}. `}
      {madeWords(made)}{' '}
      <Link to="/issues/$number" params={{ number: String(number) }}>
        {at === null ? 'Look, and plan it anew' : 'Look, or stop it'}
      </Link>
    </Notice>
  );
};
