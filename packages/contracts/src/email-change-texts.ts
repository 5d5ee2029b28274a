/** Refuses another address to whoever has not shown yet that the mailbox of the present one is theirs. */
export const PROVE_FIRST = 'Please show first that your current email is yours: log in once with a code that we mail there.';

/** Refuses a link that withdraws a change of address where there is nothing left to withdraw. */
export const WITHDRAWN_BEFORE =
  'This link does not work any more: the change was confirmed or withdrawn before, or has waited too long. If you did not ask for it, and your account has another address now, please write to us at once.';
