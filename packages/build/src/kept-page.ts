import { test as base, type Browser, type BrowserContext, type Disposable, type Page, type ViewportSize } from '@playwright/test';

type Kept = { context: BrowserContext; page: Page };
type Shelf = { browser: Browser; kept: Kept | null };

/** What a test does to its page that stays there: the next one has another. */
const OF_CONTEXT = ['exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'];
/** What it does to the document: the next one loads it anew, and so does this one. */
const OF_DOCUMENT = ['addInitScript', 'addScriptTag', 'addStyleTag', 'setContent'];
/** What it wants to see or answer while the document is loaded, and how that is shown. */
const OF_LOADING = ['emulateMedia', 'goBack', 'goForward', 'on', 'once', 'reload', 'route'];
const MEDIA = { media: null, colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference', reducedMotion: 'reduce' } as const;

/** Where the page has gone to another one, only what is kept is taken away. */
const LEAVE = `(() => {
  sessionStorage.clear();
  localStorage.clear();
  return 'leave' in globalThis && leave();
})()`;

/** What of a stand-alone page can be shown in place. */
type Kind = {
  /** Whether an address is one of a state. */
  isState: (address: string) => boolean;
  /**
   * Whether tests answer the page's requests themselves, and open one address after the other: neither is about how the
   * document is loaded.
   */
  isApp: boolean;
};

const keeping = (kind: Kind) =>
  base.extend<{ kept: Kept }, { shelf: Shelf }>({
    shelf: [
      async ({ browser }, use) => {
        const shelf: Shelf = { browser, kept: null };
        await use(shelf);
        await shelf.kept?.context.close();
      },
      { scope: 'worker' },
    ],
    kept: async ({ shelf }, use, info) => {
      const { baseURL, viewport = null } = info.project.use;
      const discard = async (): Promise<void> => {
        await shelf.kept?.context.close();
        shelf.kept = null;
      };
      const context =
        shelf.kept?.context ?? (await shelf.browser.newContext({ ...(baseURL && { baseURL }), viewport, reducedMotion: 'reduce' }));
      const kept = (shelf.kept ??= { context, page: await context.newPage() });
      const watched = watch(kept, kind);
      await use(kept);
      const { page } = kept;
      const changed = await watched();
      const isElsewhere = baseURL !== undefined && !page.url().startsWith(baseURL);
      if (info.status !== info.expectedStatus || changed.has('context') || isElsewhere) return discard();
      try {
        await leave(kept, { viewport, changed });
      } catch {
        // It went to another page in that very moment.
        await discard();
      }
    },
    context: ({ kept }, use) => use(kept.context),
    page: ({ kept }, use) => use(kept.page),
  });

/**
 * Tests of a stand-alone page (stand-alone.ts). A test begins in the page that the one before it left, and the first
 * state that it opens is shown in place of that one's: to load the page anew takes half of a test's time. It is loaded
 * anew after a test that loaded or changed the document itself, such as by a function in the page, and before one that
 * answers requests itself; after one that failed, and for a second try, which is of a worker of its own, all of it is
 * another.
 */
export const test = keeping({ isState: (address) => address.startsWith('/?'), isApp: false });

/**
 * The same for a page that is an app: each address that a test opens is shown in place, as one who comes there finds
 * it, with whatever the test answers. Who wants the document loaded says `reload`.
 */
export const appTest = keeping({ isState: (address) => address.startsWith('/'), isApp: true });

/** Makes the page ready for the next test. Throws where it is on its way to another one. */
async function leave({ context, page }: Kept, { viewport, changed }: { viewport: ViewportSize | null; changed: Changed }): Promise<void> {
  const others = context.pages().filter((one) => one !== page);
  for (const other of others) await other.close();
  // A move that is under way would be one of the next test's.
  const stays = await page.evaluate(LEAVE);
  if (changed.has('document') || others.length > 0 || stays !== true) await page.goto('about:blank');
  if (changed.size > 0) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia(MEDIA);
  }
  await context.clearCookies();
  if (viewport !== null) await page.setViewportSize(viewport);
  // Where the pointer was left, something of the next test's would lie below it.
  await page.mouse.move(0, 0);
}

type Change = 'context' | 'document' | 'loading';
type Changed = Set<Change>;

/**
 * Follows what a test does to its page, and shows the first address in place that it opens before anything else, or of
 * an app each. Answers a function that ends this, and tells.
 */
function watch({ context, page }: Kept, { isState, isApp }: Kind): () => Promise<Changed> {
  const changed: Changed = new Set();
  const scripts: unknown[] = [];
  const heard: unknown[][] = [];
  const undo: (() => void)[] = [];
  const replace = (of: object, name: string, by: (method: (...given: unknown[]) => unknown, given: unknown[]) => unknown): void => {
    const method: unknown = Reflect.get(of, name);
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name} any more.`);
    Reflect.set(of, name, (...given: unknown[]) => by((...asked) => Reflect.apply(method, of, asked), given));
    undo.push(() => Reflect.deleteProperty(of, name));
  };
  const note = (of: object, names: string[], what: Change): void => {
    for (const name of names)
      replace(of, name, (method, given) => {
        changed.add(what);
        const done = method(...given);
        if (name === 'addInitScript') scripts.push(done);
        if (name === 'on' || name === 'once') heard.push(given);
        return done;
      });
  };
  note(page, OF_CONTEXT, 'context');
  note(context, ['addInitScript', 'addCookies', 'exposeBinding', 'grantPermissions', 'newCDPSession', 'route', 'setOffline'], 'context');
  note(page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], 'context');
  note(page, OF_DOCUMENT, 'document');
  note(page, OF_LOADING, isApp ? 'loading' : 'document');
  // What helpers ask a page is text, and changes nothing.
  for (const name of ['evaluate', 'evaluateHandle'])
    replace(page, name, (method, given) => {
      if (typeof given[0] === 'function') changed.add('document');
      return method(...given);
    });
  let opened = 0;
  replace(page, 'goto', async (method, given) => {
    opened += 1;
    const [address] = given;
    const isShown = typeof address === 'string' && isState(address) && (opened === 1 || isApp);
    if (!isShown) changed.add('document');
    else if (!changed.has('context') && !changed.has('document') && (await page.evaluate(showing(address))) === true) return null;
    return method(...given);
  });
  return async () => {
    for (const one of undo) one();
    for (const given of heard) Reflect.apply(page.off, page, given);
    for (const script of await Promise.all(scripts)) if (isDisposable(script)) await script.dispose();
    return changed;
  };
}

const showing = (address: string): string => `'showAt' in globalThis && (showAt(${JSON.stringify(address)}), true)`;

const isDisposable = (one: unknown): one is Disposable => typeof one === 'object' && one !== null && 'dispose' in one;
