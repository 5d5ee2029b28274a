/** A day as staff read it: `Nov 2, 2026`. */
export const day = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(instant));

/** A day and its time, where the time says something. */
export const moment = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(new Date(instant));

const DELIVERABLES: Record<string, string> = {
  digital: 'Digital',
  'print-a': 'Print, zone a',
  'print-b': 'Print, zone b',
  'print-c': 'Print, zone c',
};
export const deliverableName = (deliverable: string): string => DELIVERABLES[deliverable] ?? deliverable;

const TERMS: Record<string, string> = { '1year': '1 year', '2year': '2 years', '3year': '3 years', lifetime: 'lifetime' };
export const termName = (term: string): string => TERMS[term] ?? term;

/** A verb of the history, as a sentence goes on after a name: `wrote note`. */
const VERBS: Record<string, string> = { writeNote: 'wrote a note', inviteStaff: 'invited', makeKey: 'made a passkey,' };
export const verbWords = (verb: string): string => VERBS[verb] ?? verb;

/** `receipt-gift` as `receipt gift`. */
export const letterName = (kind: string): string => kind.replaceAll('-', ' ');
