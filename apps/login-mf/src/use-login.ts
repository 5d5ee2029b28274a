import { useCallback, useEffect, useMemo, useReducer, useState, type Dispatch } from 'react';
import * as v from 'valibot';
import type { SignedIn } from '@newsstand/contracts/access';
import type { LoginTab, Reader } from '@newsstand/contracts/reader';
import { READER_LOGIN, ReaderLogin } from '@newsstand/contracts/reader-change';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { calls, type LoginApi } from './calls.ts';
import { START, codeFlow, type CodeEvent, type CodeFlow } from './code-flow.ts';
import { destination } from './destination.ts';
import { redirectAfterLogin } from './redirect-after-login.ts';
import { keepCode, keptFlow } from './kept-code.ts';
import { messages } from './messages.ts';
import { readLoginPage, type LoginPage } from './read-login-page.ts';
import { onOtherTab, tellLogin, tellTabs, wasReaderHere } from '@newsstand/ui/reader-tabs';

export type T = Translate<typeof messages>;

export type Login = {
  page: LoginPage;
  /** Who is logged in now: as the page was made, until it is heard otherwise. */
  reader: Reader;
  t: T;
  api: LoginApi;
  /**
   * How far the form has come. The widget holds it: a drawer that closes takes the form away, and a code may be on its
   * way to the reader.
   */
  flow: CodeFlow;
  dispatch: Dispatch<CodeEvent>;
  /** The tab that the reader chose; undefined: none yet. */
  chosen: LoginTab | undefined;
  choose: (tab: LoginTab) => void;
  /** Where the API is: '' for the page's own origin. */
  base: string;
  /** The page stays as it is after a login. */
  inPlace: boolean;
  /** Somebody logged in or out elsewhere while this page was open, which need not stay as it is. */
  opens: boolean;
  /** Where the reader goes after login; undefined: the page reloads. */
  path: string | undefined;
  /**
   * The reader is logged in: other tabs are told, and the page is left for `to`, or loaded again; with `data-in-place`
   * it stays, and is told too.
   */
  signedIn(answer: SignedIn, to?: string | null): void;
};

/**
 * What every widget of this remote starts from. While the page's data is on its way they wait, and the page's fallback
 * stays.
 */
export const useLogin = (context: MountContext): Login => {
  const page = usePageReader(readLoginPage, context);
  const [reader, setReader] = useState<Reader>({ account: page.account, institution: page.institution });
  const [flow, change] = useReducer(codeFlow, null, () => (page.account ? START : keptFlow()));
  const dispatch = useCallback((event: CodeEvent) => {
    keepCode(event);
    change(event);
  }, []);
  const [chosen, choose] = useState<LoginTab | undefined>(flow.stage === 'verify' ? 'email-code' : undefined);
  const inPlace = (context.options['inPlace'] ?? 'false') !== 'false';
  const fixed = useMemo(
    () => ({
      page,
      inPlace,
      t: createMessages(messages, page.publication.messages),
      api: createTableApi(context.api, calls),
      base: context.api,
      path: destination(page.page, location),
      signedIn: (answer: SignedIn, to: string | null = answer.redirect) => {
        keepCode({ type: 'logged-in' });
        if (inPlace) return tellLogin(answer);
        tellTabs();
        redirectAfterLogin(to);
      },
    }),
    [context, page, inPlace],
  );

  const [opens, setOpens] = useState(false);
  // Whoever came back from a provider needs no code any more.
  const isKnown = page.account !== null;
  const mayBeKnown = !isKnown && page.institution === null && (context.intent || wasReaderHere());
  useEffect(() => {
    if (isKnown) keepCode({ type: 'logged-in' });
  }, [isKnown]);

  useEffect(() => {
    const gone = new AbortController();
    const learn = (now: Reader) => {
      setReader(now);
      if (now.account) dispatch({ type: 'logged-in' });
    };
    const ask = async () => {
      const answer = await fixed.api('session', {}, { signal: gone.signal });
      if (answer.ok && !gone.signal.aborted) learn(answer.data);
    };
    // A page out of a cache that all share was made for a stranger, whoever reads it.
    if (mayBeKnown) void ask();
    const stop = onOtherTab(() => {
      setOpens(!fixed.inPlace);
      void ask();
    }, 'focus');
    const heard = (event: Event) => {
      const login = v.safeParse(ReaderLogin, event instanceof CustomEvent && event.detail);
      if (login.success) learn(login.output);
    };
    document.addEventListener(READER_LOGIN, heard);
    return () => {
      gone.abort();
      stop();
      document.removeEventListener(READER_LOGIN, heard);
    };
  }, [fixed, dispatch, mayBeKnown]);

  return { ...fixed, opens, reader, flow, dispatch, chosen, choose };
};
