import { accountEndpoints } from '@newsstand/contracts/account-endpoints';
import type { DownloadFormat } from '@newsstand/contracts/download';
import { Hono } from 'hono';
import { readReader } from '../access/read-reader.ts';
import type { Deps } from '../deps.ts';
import type { AppContext, AppEnv, Routes } from '../http/app-env.ts';
import { serveEndpoint, type RequestOf } from '../http/serve-endpoint.ts';
import { sessionHash } from '../http/session.ts';
import { isAnothers } from '../http/guard-others.ts';
import { readReceipt } from '../receipt/read-receipt.ts';
import { readReceiptFiles } from '../receipt/read-receipt-files.ts';
import { readReceiptIssues } from '../receipt/read-receipt-issues.ts';
import { receiptUrl } from '../mail/receipt-letter.ts';
import { Refusal } from '../refusal.ts';
import { checkLink, holderOf } from './download-link.ts';
import { issueFile, readBytes } from './issue-file.ts';
import { nothingHere } from './nothing-here.ts';
import { productFile } from './product-file.ts';
import { askedFor } from './range-rules.ts';
import { drawReceipt } from './receipt-pdf.ts';

type Asked = RequestOf<typeof accountEndpoints.download>;

const TYPES: Record<DownloadFormat, string> = { pdf: 'application/pdf', epub: 'application/epub+zip' };
const EXPIRED = 'This link has expired. Please open your account page again, and download the issue from there.';
const RECEIPT_EXPIRED = 'This link has expired. Please open your receipt again, and download the issue from there.';

export function downloadRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const accountUrl = `${deps.config.publicUrl}/account#account-issues`;

  serveEndpoint(routes, accountEndpoints.download, (c, request) => {
    const isFollowed = c.req.header('accept')?.includes('text/html') === true;
    const sent = download(c, request, isFollowed);
    return isFollowed ? sent.catch((error: unknown) => orPage(c, error)) : sent;
  });

  /** A program is told that there is nothing; a person sees it, and where to go from there. */
  function orPage(c: AppContext, error: unknown): Response | Promise<Response> {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    return c.html(nothingHere(accountUrl), 404, { 'Cache-Control': 'private, no-store' });
  }

  async function download(c: AppContext, { params: { slug, format }, query }: Asked, isFollowed: boolean): Promise<Response> {
    const { receipt } = query;
    // Whose login has ended meanwhile logs in again on that page. It says nothing of the link: every one leads there.
    if (isFollowed && receipt === undefined && (await accountOf(c)) === null) return c.redirect(accountUrl, 303);
    if ((await stateOf(c, slug, format, query)) === 'expired') {
      // A person who follows the link on a page that was open for days finds the same issue on a new one; a program is told.
      const anew = receipt === undefined ? accountUrl : receiptUrl(deps.config.publicUrl, receipt);
      if (isFollowed) return c.redirect(anew, 303);
      throw new Refusal(410, receipt === undefined ? EXPIRED : RECEIPT_EXPIRED);
    }
    const out = { publicationId: deps.config.publicationId, slug, released: { lte: deps.clock() } };
    const issue = await deps.db.issue.findFirst({ where: out, select: { number: true } });
    const file = issue && (await issueFile(deps, slug, format));
    if (!issue || !file) throw new Refusal(404, 'Not found.');
    return answer(c, { slug, format, number: issue.number, ...file });
  }

  serveEndpoint(routes, accountEndpoints.receiptPdf, async (c, { params }) => {
    const receipt = await readReceipt(deps, params.token);
    if (!receipt) throw new Refusal(404, 'Not found.');
    const pdf = await drawReceipt(receipt, deps.publication.cached());
    return c.body(Uint8Array.from(pdf), 200, {
      'Content-Type': TYPES.pdf,
      'Content-Disposition': `attachment; filename="${receipt.number}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });

  serveEndpoint(routes, accountEndpoints.receiptFile, async (c, { params: { token, slug } }) => {
    const bought = (await readReceiptFiles(deps, token)).some((file) => file.slug === slug);
    const file = bought ? await productFile(deps.config.publicationDir, slug) : null;
    if (!file) throw new Refusal(404, 'Not found.');
    return c.body(Uint8Array.from(file.bytes), 200, {
      'Content-Type': file.type,
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'private, no-store',
    });
  });

  /** A link of the account that somebody passed on is nobody's: it works where its own reader is logged in. */
  async function stateOf(c: AppContext, slug: string, format: DownloadFormat, query: Asked['query']): Promise<'valid' | 'expired'> {
    const reader = query.receipt === undefined ? await accountOf(c) : await holder(c, slug, query.receipt);
    if (reader === null) throw new Refusal(404, 'Not found.');
    const link = { slug, format, reader, expires: Number(query.expires), signature: query.signature ?? '' };
    const state = checkLink(link, { now: deps.clock(), secret: deps.config.access.secret });
    if (state === 'forged') throw new Refusal(404, 'Not found.');
    return state;
  }

  const accountOf = async (c: AppContext): Promise<string | null> =>
    (await readReader(deps, sessionHash(c, deps.config.cookie)))?.accountId ?? null;

  /** Whoever holds the receipt has what was bought with it, as long as it is paid for; the same browsers see it as see the receipt. */
  async function holder(c: AppContext, slug: string, receipt: string): Promise<string | null> {
    if (await isAnothers(deps, sessionHash(c, deps.config.cookie), [receipt])) return null;
    const issues = await readReceiptIssues(deps, receipt);
    return issues.some(({ url }) => url === `/issue/${slug}`) ? holderOf(receipt) : null;
  }

  type Found = { slug: string; format: DownloadFormat; number: number; etag: string; size: number };

  async function answer(c: AppContext, { slug, format, number, etag, size }: Found): Promise<Response> {
    const headers: Record<string, string> = { 'Accept-Ranges': 'bytes', ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const asked = askedFor(c.req.header('range'), c.req.header('if-range'), { size, etag });
    if (asked.type === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
    const range = asked.type === 'part' ? asked.range : { first: 0, last: size - 1 };
    headers['Content-Type'] = TYPES[format];
    headers['Content-Length'] = String(range.last - range.first + 1);
    headers['Content-Disposition'] = `attachment; filename="${[...magazine(), number, slug].join('-')}.${format}"`;
    if (asked.type === 'part') headers['Content-Range'] = `bytes ${range.first}-${range.last}/${size}`;
    const status = asked.type === 'part' ? 206 : 200;
    if (c.req.method === 'HEAD') return c.body(null, status, headers);
    return c.body(Uint8Array.from(await readBytes(deps, slug, format, range)), status, headers);
  }

  /** The magazine's name as a file's begins with it; nothing of a name in letters that not every file system takes. */
  function magazine(): string[] {
    return (
      deps.publication
        .cached()
        .name.toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    );
  }

  return routes;
}
