/**
 * The email code's two stages (section 4). `email` is what the reader has typed in any tab, so that it need not be typed again.
 * `round` counts the times that all was cleared: fields that are keyed with it are empty again.
 */
export type CodeFlow = { round: number; email: string } & ({ stage: 'request' } | { stage: 'verify'; token: string });

export type CodeEvent =
  | { type: 'typed'; email: string }
  | { type: 'sent'; email: string; token: string }
  | { type: 'other-address' }
  | { type: 'too-many-attempts' }
  | { type: 'logged-in' };

export const START: CodeFlow = { stage: 'request', round: 0, email: '' };

export const codeFlow = (flow: CodeFlow, event: CodeEvent): CodeFlow => {
  switch (event.type) {
    case 'typed':
      return { ...flow, email: event.email };
    case 'sent':
      return { stage: 'verify', round: flow.round, email: event.email, token: event.token };
    case 'other-address':
      return { stage: 'request', round: flow.round, email: flow.email };
    case 'too-many-attempts':
      return { ...START, round: flow.round + 1 };
    case 'logged-in':
      return { ...START, round: flow.round };
  }
};
