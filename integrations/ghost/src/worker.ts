// Stands before Ghost: a function of a request, for an edge worker as for Node (serve.ts). It passes the shop's calls
// on to the API, gives posts for subscribers whole to who may read them, and keeps Ghost's members labelled.
import * as v from 'valibot';
import { type GhostAdmin, base64, hmac, openGhostAdmin } from './ghost-admin.ts';

export type WorkerOptions = {
  /** Where Ghost and the API are reached, without a slash at the end. */
  ghost: string;
  api: string;
  /** Of a custom integration of Ghost's, `id:secret`. */
  adminKey: string;
  /** The API's WEBHOOK_SECRETS; without one no webhook is taken. */
  webhookSecret?: string;
};

/** The member as whom posts for subscribers are asked of Ghost. No mailbox can have this address. */
const READER = 'subscribers@newsstand.invalid';
/** What the theme writes where it holds back (theme/partials/content-cta.hbs). */
const HELD = /id=["']?newsstand-held\b/;
export const LABEL = 'Newsstand subscriber';
const WEBHOOK = '/newsstand/webhook';
/** Where the theme wants what is sold as HTML (theme/partials/newsstand/widget.hbs). */
const PIECE = /<template data-newsstand-piece=["']?(product|store|issue|subscriptions|donations|checkout)["']?><\/template>/;
/** And on an issue's page, what one medium of it costs, which the words of the whole issue leave to it. */
const OFFER = /<template data-newsstand-piece=["']?(print|digital)["']?><\/template>/g;
const OFFERED = /<div class="newsstand-offer">[^]*?<\/div>/g;
/**
 * What the theme says where there is nothing of the kind (theme/partials/newsstand/gone.hbs), and behind that all that
 * the page is else.
 */
const GONE = /<template data-newsstand-gone>([^]*?)<\/template>([^]*?)(?=<\/main>)/;
/** What a page of the shop's is called (theme/newsstand-*.hbs), where it is not called by what it sells. */
const TITLE = /<main [^>]*data-newsstand-title="([^"]*)"/;
const FIRST_HEADING = /<h1[^>]*>([^]*?)<\/h1>/;
/** A paywall that does not say by itself how readers log in, up to where it can be told to. */
const PAYWALL = /<\w+(?=\s[^>]*\bdata-widget=["']?login\.paywall\b)(?![^>]*\bdata-ways\b)/g;
const MINUTE = 60_000;
const MAX_KNOWN = 10_000;
const FIVE_MINUTES = 300;

const Entitlement = v.object({ entitled: v.boolean(), expires: v.string() });
const Publication = v.object({ logins: v.array(v.string()) });
const Message = v.object({ type: v.string(), timestamp: v.string(), data: v.looseObject({ email: v.optional(v.nullable(v.string())) }) });

/** `network` is the address of who asks, as whatever stands before the worker knows it. */
export function createWorker(options: WorkerOptions): (request: Request, network?: string) => Promise<Response> {
  const { ghost, api } = options;
  const admin = openGhostAdmin(ghost, options.adminKey);
  const mayRead = keepEntitlements(api);
  const pieceAt = keepPieces(api);
  const knownLogins = keepLogins(api);
  let signedIn: Promise<string> | null = null;

  return async function answerTo(request, network): Promise<Response> {
    const url = new URL(request.url);
    // The password of a site that is guarded as a whole is none of the API's.
    if (isCall(url.pathname)) return passOn(request, api, network, ['authorization']);
    if (url.pathname === WEBHOOK) return takeWebhook(request, admin, options.webhookSecret);
    if (request.method === 'HEAD') {
      // What is gone, and what no cache may keep, only the page itself says.
      const { status, headers, body } = await answerTo(new Request(request, { method: 'GET' }), network);
      await body?.cancel();
      return new Response(null, { status, headers });
    }
    const answer = await passOn(request, ghost, network);
    if (url.pathname === '/sitemap.xml' && answer.status === 200) return withShop(answer, url.origin);
    if (request.method !== 'GET' || answer.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true)
      return answer;
    const page = withWays(called(await answer.text()), answer.headers);
    if (PIECE.test(page)) return withPiece(page, answer, url);
    if (!HELD.test(page)) return new Response(page, answer);
    const session = /(?:^|;\s*)((?:__Host-|__Secure-)?sid=[\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const whole = session !== undefined && (await mayRead(session, url.pathname)) ? await wholePage(url) : null;
    const headers = new Headers(answer.headers);
    // A subscriber must not get a guest's, nor a guest a subscriber's. Of the whole page nothing but its words is sent:
    // Ghost's cookies are our own member's.
    headers.set('Cache-Control', 'private, no-store');
    headers.append('Vary', 'Cookie');
    headers.delete('etag');
    return new Response(whole ?? page, { status: 200, headers });
  };

  /**
   * A paywall keeps no more room than the ways to log in take (rooms.hbs). What Ghost calls the same page is not the
   * same once they are others.
   */
  function withWays(page: string, headers: Headers): string {
    const ways = page.search(PAYWALL) === -1 ? null : waysOf(knownLogins());
    if (ways === null) return page;
    headers.delete('etag');
    return page.replaceAll(PAYWALL, (begin) => `${begin} data-ways="${ways}"`);
  }

  /**
   * What is sold stands in the page itself, for search engines and for readers without scripts; what is not sold any
   * more is a 404.
   */
  async function withPiece(page: string, answer: Response, { origin, pathname, searchParams }: URL): Promise<Response> {
    const [mark = '', kind] = PIECE.exec(page) ?? [];
    const slug = searchParams.get(kind === 'issue' ? 'issue' : 'slug');
    const headers = new Headers(answer.headers);
    headers.delete('etag');
    if (kind === 'subscriptions' || kind === 'donations' || kind === 'checkout') {
      const words = await pieceAt(`${kind}?heading=1`);
      return new Response(
        page.replace(mark, () => words || ''),
        { status: 200, headers },
      );
    }
    const path = kind === 'store' ? 'products?tag=store&' : `${kind}/${encodeURIComponent(slug ?? '')}?`;
    // One page stands for all products, and one for all issues: neither is anything without the part of the address
    // that tells them apart.
    const words = slug === null && kind !== 'store' ? false : await pieceAt(`${path}part=words&heading=${kind === 'store' ? 2 : 1}`);
    // Of the two one is said. A widget would say that it opens here, and then that it failed.
    const told = page.replace(GONE, (_, gone: string, there: string) => (words === false ? gone : there));
    if (words === false) return new Response(told, { status: 404, headers });
    const data = words ? await pieceAt(`${path}part=data`) : null;
    let filled = told.replace(mark, () => words || '').replace('</head>', (end) => (data || '') + end);
    if (words && slug !== null)
      filled = soldOn(filled, words, `${origin}${pathname}?${kind === 'issue' ? 'issue' : 'slug'}=${encodeURIComponent(slug)}`);
    if (words && kind === 'issue') {
      const media = [...page.matchAll(OFFER)];
      if (media.length > 0) filled = filled.replaceAll(OFFERED, '');
      for (const [place, medium] of media) {
        const offer = await pieceAt(`${path}part=${medium}`);
        filled = filled.replace(place, () => offer || '');
      }
    }
    return new Response(filled, { status: 200, headers });
  }

  /**
   * The page as Ghost shows it to a member who may read all; null where Ghost holds it back from that one, too, or
   * cannot be asked.
   */
  async function wholePage(url: URL): Promise<string | null> {
    for (const again of [true, false]) {
      try {
        signedIn ??= admin.readerCookies(READER);
        const headers = { Cookie: await signedIn, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': url.host };
        const answer = await fetch(ghost + url.pathname + url.search, { headers, redirect: 'manual' });
        const page = answer.status === 200 ? await answer.text() : null;
        if (page !== null && !HELD.test(page)) return page;
      } catch (error) {
        console.error(`The whole of ${url.pathname} was not to be had: ${String(error)}`);
      }
      // The session may have ended, or the member be gone.
      signedIn = null;
      if (!again) break;
    }
    return null;
  }
}

/** Which of the lower rooms a paywall has, by how readers log in; null where it has the highest. */
function waysOf(logins: readonly string[]): string | null {
  if (logins.includes('password')) return logins.length <= 2 ? 'two' : null;
  return logins.length > 0 && logins.every((way) => way === 'email-code' || way === 'google') ? 'no-password' : null;
}

/**
 * How readers log in, as far as that is known. No page waits for it: what is older than a minute is asked for, and told
 * the next.
 */
function keepLogins(api: string): () => readonly string[] {
  let known: readonly string[] = [];
  let until = 0;
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${api}/api/page/article?widgets=login.paywall`, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
    const parsed = v.safeParse(Publication, await answer.json());
    if (parsed.success) known = parsed.output.logins;
  };
  return () => {
    if (until <= Date.now()) {
      until = Date.now() + MINUTE;
      ask().catch((error) => {
        until = Date.now() + MINUTE / 12;
        console.error(`The API does not say how readers log in: ${String(error)}`);
      });
    }
    return known;
  };
}

/** Ghost calls every page that is made by an address alone by the name of its site. */
function called(page: string, name = TITLE.exec(page)?.[1]): string {
  if (!name) return page;
  return page
    .replace(/<title>([^<]*)<\/title>/, (_, site: string) => `<title>${name} – ${site.trim()}</title>`)
    .replaceAll(/(<meta (?:property="og|name="twitter):title" content=")[^"]*/g, (_, begin: string) => begin + name);
}

/**
 * To search engines, Ghost says that all products are one page, whose address names none of them, and leads to nothing.
 */
function soldOn(page: string, words: string, address: string): string {
  const name = FIRST_HEADING.exec(words)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim();
  return called(page, name).replaceAll(
    /(<link rel="canonical" href="|<meta (?:property="og|name="twitter):url" content=")[^"]*/g,
    (_, begin: string) => begin + address,
  );
}

/** Ghost's sitemap with the shop's own beside it. */
async function withShop(answer: Response, origin: string): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete('etag');
  const entry = `<sitemap><loc>${origin}/api/html/sitemap.xml</loc></sitemap>`;
  return new Response(
    (await answer.text()).replace('</sitemapindex>', (end) => entry + end),
    { status: 200, headers },
  );
}

/**
 * A piece of HTML from `/api/html/`, kept for a minute. False: there is no such thing. Null: nobody knows, because the
 * API cannot be asked.
 */
function keepPieces(api: string): (path: string) => Promise<string | false | null> {
  const kept = new Map<string, { html: string; until: number }>();
  return async (path) => {
    const known = kept.get(path);
    if (known && known.until > Date.now()) return known.html;
    try {
      const answer = await fetch(`${api}/api/html/${path}`, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
      // Not kept: made-up addresses would fill the memory.
      if (answer.status === 404) return false;
      if (!answer.ok) return known?.html ?? null;
      if (kept.size >= MAX_KNOWN) kept.clear();
      const html = await answer.text();
      kept.set(path, { html, until: Date.now() + MINUTE });
      return html;
    } catch (error) {
      console.error(`The API does not say what ${path} is: ${String(error)}`);
      return known?.html ?? null;
    }
  };
}

/** What leaves these folders once somebody behind us decodes it was never asked for there. */
function isCall(pathname: string): boolean {
  let decoded = pathname;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return false;
  }
  if (decoded.split(/[/\\]/).includes('..') || decoded === '/api/metrics') return false;
  return /^\/(?:api|oauth)\//.test(pathname) || pathname === '/logout';
}

/** What concerns a connection alone (RFC 9110, 7.6.1), is written anew, or would be believed of whoever asks. */
const LEFT_OUT = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

async function passOn(request: Request, to: string, network?: string, without: readonly string[] = []): Promise<Response> {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of LEFT_OUT) headers.delete(name);
  for (const name of without) headers.delete(name);
  headers.set('X-Forwarded-Host', url.host);
  headers.set('X-Forwarded-Proto', url.protocol.slice(0, -1));
  if (network !== undefined) headers.set('X-Forwarded-For', network);
  try {
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer();
    const answer = await fetch(to + url.pathname + url.search, { method: request.method, headers, body, redirect: 'manual' });
    const told = new Headers(answer.headers);
    // fetch has unpacked it.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']) told.delete(name);
    return new Response(answer.body, { status: answer.status, headers: told });
  } catch (error) {
    console.error(`${to} does not answer: ${String(error)}`);
    return Response.json({ errors: 'This cannot be reached at the moment. Please try again in a minute.' }, { status: 502 });
  }
}

/** A yes is kept for as long as the API says, by session and path; a no never is: who subscribes reads on at once. */
function keepEntitlements(api: string): (session: string, path: string) => Promise<boolean> {
  const until = new Map<string, number>();
  return async (session, path) => {
    const key = `${session} ${path}`;
    if ((until.get(key) ?? 0) > Date.now()) return true;
    until.delete(key);
    try {
      const answer = await fetch(`${api}/api/access/entitlement?${new URLSearchParams({ path })}`, {
        headers: { Cookie: session },
        signal: AbortSignal.timeout(2000),
      });
      const parsed = v.safeParse(Entitlement, await answer.json());
      if (!answer.ok || !parsed.success || !parsed.output.entitled) return false;
      if (until.size >= MAX_KNOWN) until.clear();
      until.set(key, Date.parse(parsed.output.expires));
      return true;
    } catch (error) {
      console.error(`The API does not say who may read ${path}: ${String(error)}`);
      return false;
    }
  };
}

/**
 * Who subscribes becomes a member of Ghost's with a label, and loses the label at the end: for newsletters' segments.
 * Reading is not decided by it.
 */
async function takeWebhook(request: Request, admin: GhostAdmin, secret: string | undefined): Promise<Response> {
  const body = await request.text();
  if (secret === undefined || !(await isSigned(request.headers, body, secret))) return new Response(null, { status: 401 });
  const { type, data } = v.parse(Message, JSON.parse(body));
  const { email } = data;
  if (email && (type === 'subscription.begun' || type === 'subscription.ended')) {
    const member = await admin.byEmail(email);
    const others = (member?.labels ?? []).map(({ name }) => name).filter((name) => name !== LABEL);
    if (type === 'subscription.begun' && member === null) await admin.add({ email, labels: [{ name: LABEL }] });
    else if (member !== null) await admin.label(member.id, type === 'subscription.begun' ? [...others, LABEL] : others);
  }
  return new Response(null, { status: 204 });
}

/** Standard Webhooks: any of the signatures, over id, time and the body as it came; not older than five minutes. */
async function isSigned(headers: Headers, body: string, secret: string): Promise<boolean> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '');
  if (!id || !(Math.abs(Date.now() / 1000 - Number(time)) < FIVE_MINUTES)) return false;
  const expected = await Promise.all(secret.split(/\s+/).map((one) => hmac(bytesOf(one.replace(/^whsec_/, '')), `${id}.${time}.${body}`)));
  return (signatures ?? '').split(' ').some((one) => expected.some((right) => isSame(one, `v1,${base64(right)}`)));
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);

/** Takes as long wherever they differ. */
function isSame(one: string, other: string): boolean {
  let differs = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) differs |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return differs === 0;
}
