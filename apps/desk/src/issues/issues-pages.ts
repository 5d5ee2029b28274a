export { IssuePost } from './issue-post.tsx';
export { Issue, Issues } from './issues.tsx';
export { Returned } from './returned.tsx';
