import { raw } from 'hono/html';
import { askApi } from './ask-api.ts';
import type { Html } from './page.ts';

/**
 * A piece of HTML that the API has for a page; `gone`: it has no such thing; null: nobody knows, because the API cannot
 * be asked.
 */
export type Piece = { html: Html } | 'gone' | null;
type Known = { piece: { html: Html } | 'gone'; tag: string | null; until: number };

const SECOND = 1000;
/** Longer than this no page waits for a piece that was never seen; one that is only old is shown meanwhile. */
const PATIENCE = SECOND;
const AGE = 60 * SECOND;
const RETRY = 5 * SECOND;
/**
 * What is not there may come out any moment, and its letter leads there: a reader waits for the answer rather than be
 * told so again.
 */
const AGE_OF_GONE = 5 * SECOND;
/** More than a magazine has things to sell. */
const MOST = 2000;

/**
 * What readers without scripts, and search engines, find where a widget will mount (docs/guide-embed.md): asked by this
 * server, kept for a minute, and asked again by its tag. While the API is down, what was seen last stays, and what was
 * never seen is the magazine's own words.
 */
export const createShopPieces = (apiUrl: string): ((path: string) => Promise<Piece>) => {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<void>>();
  let restUntil = Number.NEGATIVE_INFINITY;

  const ask = async (path: string): Promise<void> => {
    const tag = known.get(path)?.tag;
    const headers = tag ? { 'if-none-match': tag } : undefined;
    const request = new Request(`${apiUrl}/api/html/${path}`, { ...(headers && { headers }), signal: AbortSignal.timeout(PATIENCE) });
    const piece = await read(await askApi(request));
    if (known.size >= MOST) known.clear();
    const before = known.get(path);
    const now = Date.now();
    if (piece !== 'same') known.set(path, { ...piece, until: now + (piece.piece === 'gone' ? AGE_OF_GONE : AGE) });
    else if (before) known.set(path, { ...before, until: now + AGE });
  };

  const askOnce = (path: string): Promise<void> => {
    const running = asking.get(path);
    if (running) return running;
    const asked = ask(path)
      .catch((error: unknown) => {
        restUntil = Date.now() + RETRY;
        process.stderr.write(`The API at ${apiUrl} does not say what it sells: ${String(error)}\n`);
      })
      .finally(() => asking.delete(path));
    asking.set(path, asked);
    return asked;
  };

  return async (path) => {
    const now = Date.now();
    const before = known.get(path);
    if (now >= restUntil && (before === undefined || now >= before.until)) {
      const asked = askOnce(path);
      if (before === undefined || before.piece === 'gone') await asked;
    }
    return known.get(path)?.piece ?? null;
  };
};

/** Throws for an answer that is no piece, such as a proxy's page of errors. */
const read = async (response: Response): Promise<Omit<Known, 'until'> | 'same'> => {
  if (response.status === 304) return 'same';
  if (response.status === 404) return { piece: 'gone', tag: null };
  const text = await response.text();
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) throw new Error(`it answered ${response.status}`);
  return { piece: { html: raw(text) }, tag: response.headers.get('etag') };
};

export const isPiece = (piece: Piece): piece is { html: Html } => piece !== null && piece !== 'gone';
