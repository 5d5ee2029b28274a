import { issuesEndpoints } from '@newsstand/contracts/desk-endpoints-issues';
import { call } from '../session/call.ts';

export const issueQuery = (number: string) => ({
  queryKey: ['issue', number],
  queryFn: () => call(issuesEndpoints.deskIssue, { params: { number } }),
});
export const issuesQuery = { queryKey: ['issues'], queryFn: () => call(issuesEndpoints.deskIssues) };
