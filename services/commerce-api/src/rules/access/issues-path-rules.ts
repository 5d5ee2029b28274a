/** Whether a path shows issues: `/issue/12`, `/issues`, `/institutions/hogwarts/issues/12`. */
export function isIssuesPath(path: string): boolean {
  return /(^|\/)issues?(\/|$)/.test(path.split(/[?#]/)[0] ?? '');
}
