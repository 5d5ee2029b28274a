/**
 * The email code's two stages (section 4). `email` is what the reader has typed in any tab, so that it need not be
 * typed again.
 * `round` counts the times that all was cleared: fields that are keyed with it are empty again. `usedUp` is the address
 * whose attempts were used up then: a new code is offered for it. `kept`: this tab has waited for the code before a
 * reload already.
 */
export type CodeFlow = { round: number; email: string; usedUp: string | null } & ({ stage: 'request' } | Waiting);
export type Waiting = { stage: 'verify'; sentTo: string; token: string; kept: boolean };

export type CodeEvent =
  | { type: 'typed'; email: string }
  | { type: 'sent'; email: string; token: string }
  | { type: 'other-address' }
  | { type: 'too-many-attempts'; email: string }
  | { type: 'logged-in' };

export const START: CodeFlow = { stage: 'request', round: 0, email: '', usedUp: null };

export const codeFlow = (flow: CodeFlow, event: CodeEvent): CodeFlow => {
  switch (event.type) {
    case 'typed':
      return { ...flow, email: event.email };
    case 'sent':
      return waitingFor(event.email, event.token, { round: flow.round });
    case 'other-address':
      return { ...START, round: flow.round, email: flow.email };
    case 'too-many-attempts':
      return { ...START, round: flow.round + 1, usedUp: event.email };
    case 'logged-in':
      return { ...START, round: flow.round };
  }
};

/** The stage at which the code that went to `email` is asked for. */
export const waitingFor = (email: string, token: string, { round = 0, kept = false }: { round?: number; kept?: boolean }): CodeFlow => ({
  stage: 'verify',
  round,
  email,
  usedUp: null,
  sentTo: email,
  token,
  kept,
});
