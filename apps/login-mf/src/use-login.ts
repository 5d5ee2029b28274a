import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { calls, type LoginApi } from './calls.ts';
import { destination } from './destination.ts';
import { messages } from './messages.ts';
import { readLoginPage, type LoginPage } from './read-login-page.ts';

export type T = Translate<typeof messages>;

export type Login = {
  page: LoginPage;
  t: T;
  api: LoginApi;
  /** Where the API is: '' for the page's own origin. */
  base: string;
  /** Where the reader goes after login; undefined: the page reloads. */
  path: string | undefined;
};

/** What every widget of this remote starts from. While the page's data is on its way they wait, and the page's fallback stays. */
export const useLogin = (context: MountContext): Login => {
  const page = usePageReader(readLoginPage, context);
  return useMemo(
    () => ({
      page,
      t: createMessages(messages, page.publication.messages),
      api: createTableApi(context.api, calls),
      base: context.api,
      path: destination(page.page, location),
    }),
    [context, page],
  );
};
