/** What a bank's page left in the address when it sent the reader back here (section 2, redirect_status). */
export type ReturnedSetup = { type: 'confirmed'; setup_intent: string } | { type: 'refused' };

const PARAMETERS = ['setup_intent', 'setup_intent_client_secret', 'redirect_status'];

/** Null where the reader came by themself. */
export const returnedSetup = (url: URL): ReturnedSetup | null => {
  const status = url.searchParams.get('redirect_status');
  const setup_intent = url.searchParams.get('setup_intent');
  if (status === null || setup_intent === null) return null;
  return status === 'failed' ? { type: 'refused' } : { type: 'confirmed', setup_intent };
};

/** The same address without it: a reload must not do it again, and a secret does not belong into the history. */
export const withoutReturn = (url: URL): URL => {
  const clean = new URL(url);
  for (const name of PARAMETERS) clean.searchParams.delete(name);
  return clean;
};
