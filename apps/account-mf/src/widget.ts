import { useMemo } from 'react';
import type { Subscriber } from '@newsstand/contracts/account';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { type Api, calls } from './calls.ts';
import { messages } from './messages.ts';
import { type AccountPage, readAccountPage } from './read-account-page.ts';

export type T = Translate<typeof messages>;

/**
 * What every widget of this remote starts from. While the page's data is on its way the widget waits, and the page's
 * fallback stays.
 * `viewOnly`: staff looks at a reader's page, and everything that would change something is disabled (section 2).
 */
export type Widget = { context: MountContext; page: AccountPage; api: Api; t: T; viewOnly: boolean };

export const useWidget = (context: MountContext): Widget => {
  const page = usePageReader(readAccountPage, context);
  const api = useMemo(() => createTableApi(context.api, calls), [context.api]);
  const t = useMemo(() => createMessages(messages, page.publication.messages), [page.publication.messages]);
  return { context, page, api, t, viewOnly: page.subscriber?.view_only ?? false };
};

/** The widget of a reader who is logged in. */
export type Known = Widget & { subscriber: Subscriber };

/** The part of the page's data that a widget cannot do without; where it is missing, the page's own fallback stays. */
export const required = <Part>(part: Part | null | undefined, name: string): Part => {
  if (part === null || part === undefined) throw new Error(`the page's data has no ${name}`);
  return part;
};
