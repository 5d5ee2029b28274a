import { pageUrl, pathOf } from '@newsstand/contracts/paths';
import { endpoints } from '@newsstand/contracts/endpoints';
import type { DownloadFormat } from '@newsstand/contracts/download';
import { Hono } from 'hono';
import * as v from 'valibot';
import { checkLink, holderOf } from '../files/download-link.ts';
import { issueFile, readBytes } from '../files/issue-file.ts';
import { keptFile, streamOf } from '../files/kept-file.ts';
import { emptyLinkPage } from '../files/empty-link-page.ts';
import { productFile } from '../files/product-file.ts';
import { askedFor, type ByteRange } from '../files/range-rules.ts';
import { uploadedFile } from '../files/uploaded-file.ts';
import { readCreditNote } from '../files/read-credit-note.ts';
import { readReceiptFiles } from '../files/read-receipt-files.ts';
import { readReceiptIssues } from '../files/read-receipt-issues.ts';
import { readReceipt } from '../files/read-receipt.ts';
import type { AppContext, AppEnv, Routes } from '../platform/http/app-env.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { serveEndpoint, type RequestOf } from '../platform/http/serve-endpoint.ts';
import { sessionHash } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';
import { IssueFiles } from '../publication/issue-schema.ts';
import { readReader } from '../readers/login/read-reader.ts';
import { apiText } from '../platform/http/api-text.ts';
import { siteOf } from '../publication/site-of.ts';
import { outBy, todayOf } from '../publication/publication-day.ts';

type Asked = RequestOf<typeof endpoints.download>;

const TYPES: Record<DownloadFormat, string> = { pdf: 'application/pdf', epub: 'application/epub+zip' };
const EXPIRED = apiText('issue_link_expired');
const RECEIPT_EXPIRED = apiText('receipt_link_expired');

export function downloadRoutes(deps: Deps): Routes {
  const routes = new Hono<AppEnv>();
  const accountUrl = () => `${pageUrl(siteOf(deps), 'account')}#account-issues`;

  serveEndpoint(routes, endpoints.download, (c, request) => {
    const isFollowed = c.req.header('accept')?.includes('text/html') === true;
    const sent = download(c, request, isFollowed);
    return isFollowed ? sent.catch((error: unknown) => orPage(c, error)) : sent;
  });

  /** A program is told that there is nothing; a person sees it, and where to go from there. */
  function orPage(c: AppContext, error: unknown): Response | Promise<Response> {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    return c.html(emptyLinkPage(accountUrl()), 404, { 'Cache-Control': 'private, no-store' });
  }

  async function download(c: AppContext, { params: { slug, format }, query }: Asked, isFollowed: boolean): Promise<Response> {
    const { receipt } = query;
    // Whose login has ended meanwhile logs in again on that page. It says nothing of the link: every one leads there.
    if (isFollowed && receipt === undefined && (await accountOf(c)) === null) return c.redirect(accountUrl(), 303);
    if ((await stateOf(c, slug, format, query)) === 'expired') {
      // A person who follows the link on a page that was open for days finds the same issue on a new one; a program is
      // told.
      const anew = receipt === undefined ? accountUrl() : pageUrl(siteOf(deps), 'receipts', receipt);
      if (isFollowed) return c.redirect(anew, 303);
      throw new Refusal(410, receipt === undefined ? EXPIRED : RECEIPT_EXPIRED);
    }
    const out = { publicationId: deps.config.publicationId, slug, ...outBy(todayOf(deps)) };
    const issue = await deps.db.issue.findFirst({ where: out, select: { number: true, files: true } });
    if (!issue) throw new Refusal(404, apiText('not_found'));
    const name = `${[...magazine(), issue.number, slug].join('-')}.${format}`;
    // Its headers are those of data (`security-headers.ts`): a browser shows it, takes it for nothing else, frames it
    // nowhere and loads nothing for it.
    const file = { name, type: TYPES[format], inline: query.read !== undefined && format === 'pdf' };
    const uploaded = await uploadedFile(deps, { issue: issue.number, format, begun: c.req.header('if-range') });
    if (uploaded) return answer(c, { ...uploaded, ...file });
    const own = v.parse(IssueFiles, issue.files)[format];
    const kept = own === undefined ? null : await keptFile(deps.config.publicationDir, own);
    if (kept) return answer(c, { ...kept, ...file, read: (range) => streamOf(kept, range) });
    // Readers are not to wait until somebody has put it there again.
    if (own !== undefined) deps.log.error({ file: own }, 'an issue has no such file: the one made of its texts is given out');
    const made = await issueFile(deps, slug, format);
    if (!made) throw new Refusal(404, apiText('not_found'));
    return answer(c, {
      ...made,
      ...file,
      read: async (range) => Uint8Array.from(await readBytes(deps, slug, format, range)),
    });
  }

  serveEndpoint(routes, endpoints.receiptPdf, async (c, { params }) => {
    const receipt = await readReceipt(deps, params.token);
    if (!receipt) throw new Refusal(404, apiText('not_found'));
    // Not with the service: what draws is a tenth of its start, and few ask.
    const { drawReceipt } = await import('../files/receipt-pdf.ts');
    const pdf = await drawReceipt(receipt, deps.publication.cached());
    return c.body(Uint8Array.from(pdf), 200, {
      'Content-Type': TYPES.pdf,
      'Content-Disposition': `attachment; filename="${receipt.number}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });

  serveEndpoint(routes, endpoints.creditNotePdf, async (c, { params: { token, number } }) => {
    const note = await readCreditNote(deps, token, number);
    if (!note) throw new Refusal(404, apiText('not_found'));
    const { drawCreditNote } = await import('../files/credit-note-pdf.ts');
    const pdf = await drawCreditNote(note, deps.publication.cached());
    return c.body(Uint8Array.from(pdf), 200, {
      'Content-Type': TYPES.pdf,
      'Content-Disposition': `attachment; filename="${number}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });

  serveEndpoint(routes, endpoints.receiptFile, async (c, { params: { token, slug } }) => {
    const files = (await readReceiptFiles(deps, [token])).get(token) ?? [];
    const bought = files.some((file) => file.slug === slug);
    const file = bought ? await productFile(deps.config.publicationDir, slug) : null;
    if (!file) throw new Refusal(404, apiText('not_found'));
    return answer(c, { ...file, read: (range) => streamOf(file, range) });
  });

  /** A link of the account that somebody passed on is nobody's: it works where its own reader is logged in. */
  async function stateOf(c: AppContext, slug: string, format: DownloadFormat, query: Asked['query']): Promise<'valid' | 'expired'> {
    const reader = query.receipt === undefined ? await accountOf(c) : await holder(slug, query.receipt);
    if (reader === null) throw new Refusal(404, apiText('not_found'));
    const link = { slug, format, reader, expires: Number(query.expires), signature: query.signature ?? '' };
    const state = checkLink(link, { now: deps.clock(), secret: deps.config.access.secret });
    if (state === 'forged') throw new Refusal(404, apiText('not_found'));
    return state;
  }

  const accountOf = async (c: AppContext): Promise<string | null> =>
    (await readReader(deps, sessionHash(c, deps.config.cookie)))?.accountId ?? null;

  /** Whoever holds the receipt has what was bought with it, as long as it is paid for. */
  async function holder(slug: string, receipt: string): Promise<string | null> {
    const issues = (await readReceiptIssues(deps, [receipt])).get(receipt) ?? [];
    const page = pathOf(deps.publication.cached().paths, 'issue', slug);
    return issues.some(({ url }) => url === page) ? holderOf(receipt) : null;
  }

  type Found = {
    name: string;
    type: string;
    /** To be read in the browser; saved otherwise. */
    inline?: boolean;
    etag: string;
    size: number;
    read: (range: ByteRange) => ReadableStream | Promise<ReadableStream | Uint8Array<ArrayBuffer>>;
  };

  async function answer(c: AppContext, { name, type, inline = false, etag, size, read }: Found): Promise<Response> {
    const headers: Record<string, string> = { 'Accept-Ranges': 'bytes', ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const asked = askedFor(c.req.header('range'), c.req.header('if-range'), { size, etag });
    if (asked.type === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });
    const range = asked.type === 'part' ? asked.range : { first: 0, last: size - 1 };
    headers['Content-Type'] = type;
    headers['Content-Length'] = String(range.last - range.first + 1);
    headers['Content-Disposition'] = `${inline ? 'inline' : 'attachment'}; filename="${name}"`;
    if (asked.type === 'part') headers['Content-Range'] = `bytes ${range.first}-${range.last}/${size}`;
    const status = asked.type === 'part' ? 206 : 200;
    if (c.req.method === 'HEAD') return c.body(null, status, headers);
    return c.body(await read(range), status, headers);
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
