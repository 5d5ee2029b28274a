import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addressesIn, labelSubscribers } from './label-subscribers.ts';
import { serve } from './serve.ts';

const WHOLE = 'At low water the road is dry.';
const SECRET = Buffer.from('the secret of the webhooks, 32 b').toString('base64');
/** What the theme has for each medium of an issue (theme/newsstand-issue.hbs). */
const ISSUE =
  '<h2>In print</h2><template data-newsstand-piece="print"></template><h2>As a file</h2><template data-newsstand-piece="digital"></template>';
/** What Ghost writes about a page that is made by an address alone: the site's own name, and nothing of the query. */
const headOf = (path: string) =>
  `<title>Exclave</title><link rel="canonical" href="https://magazine.example${path}"><meta property="og:title" content="Exclave"><meta property="og:url" content="https://magazine.example${path}"><meta name="twitter:title" content="Exclave"><meta name="twitter:url" content="https://magazine.example${path}">`;
const KEY = `6b0507454be9025a2bde5763:${'ab'.repeat(32)}`;

/** A member of Ghost's, as its Admin API has them. */
type Member = { id: string; email: string; labels: { name: string }[]; newsletters?: unknown[]; tiers?: unknown[] };
let members: Member[] = [];
let asked: { to: 'api' | 'ghost'; method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let entitled = (_cookie: string | undefined): boolean => false;
let signIns = 0;
let isDown = false;
let logins: string[] = [];
let session = 'one';

const servers: Server[] = [];
async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const noted = (to: 'api' | 'ghost', answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) =>
  createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      asked.push({ to, method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response, body);
    });
  });

/** Ghost as far as the worker knows it: it holds a post back from all but its own member. */
function ghost({ method, url = '/', headers }: IncomingMessage, response: ServerResponse, body: string): void {
  const { pathname } = new URL(url, 'http://ghost');
  const json = (what: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(what));
  if (pathname.startsWith('/ghost/api/admin/')) {
    const [head = '', claims = '', signature = ''] = /^Ghost (.+)$/.exec(headers.authorization ?? '')?.[1]?.split('.') ?? [];
    const right = createHmac('sha256', Buffer.from(KEY.split(':')[1] ?? '', 'hex'))
      .update(`${head}.${claims}`)
      .digest('base64url');
    if (signature !== right) return void response.writeHead(401).end();
  }
  if (pathname === '/ghost/api/admin/tiers/') return void json({ tiers: [{ id: 'tier' }] });
  if (pathname === '/ghost/api/admin/members/' && method === 'GET') {
    const wanted = /^email:'(.*)'$/.exec(new URL(url, 'http://ghost').searchParams.get('filter') ?? '')?.[1]?.replaceAll('\\', '');
    return void json({ members: members.filter(({ email }) => email === wanted) });
  }
  const given: Partial<Member> = body.startsWith('{"members"') ? JSON.parse(body).members[0] : {};
  if (pathname === '/ghost/api/admin/members/') {
    members.push({ id: `m${members.length}`, email: '', labels: [], ...given });
    return void json({ members: members.slice(-1) });
  }
  if (pathname.endsWith('/signin_urls/')) {
    signIns++;
    return void json({ member_signin_urls: [{ url: 'https://magazine.example/members/?token=x&action=signin' }] });
  }
  if (pathname.startsWith('/ghost/api/admin/members/')) {
    const member = members.find(({ id }) => pathname.includes(`/${id}/`));
    return void json({ members: member ? [Object.assign(member, given)] : [] });
  }
  if (pathname === '/members/') {
    return void response
      .writeHead(302, { location: '/', 'set-cookie': [`ghost-members-ssr=${session}; path=/`, 'ghost-members-ssr.sig=s; path=/'] })
      .end();
  }
  if (pathname === '/sitemap.xml')
    return void response.writeHead(200, { 'content-type': 'text/xml' }).end('<sitemapindex><sitemap><loc>x</loc></sitemap></sitemapindex>');
  const [, piece] = /^\/shop\/(product|issue|subscriptions|donations|checkout)?\/?$/.exec(pathname) ?? [];
  if (pathname.startsWith('/shop/'))
    return void response
      .writeHead(200, { 'content-type': 'text/html', etag: '"3"' })
      .end(
        `<head>${url.includes('named') ? headOf(pathname) : ''}</head><main>${piece === undefined ? '' : '<template data-newsstand-gone><h1>Not here $&</h1></template>'}<div data-widget="x"><template data-newsstand-piece="${piece ?? 'store'}"></template>waiting</div>${piece === 'issue' ? ISSUE : ''}</main><footer></footer>`,
      );
  if (pathname === '/account/')
    return void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<head>${headOf(pathname)}</head><main class="x" data-newsstand-title="Your account">x</main>`);
  if (pathname !== '/tides/')
    return void response
      .writeHead(200, { 'content-type': 'text/html', etag: '"1"', 'cache-control': 'public, max-age=60' })
      .end('<p>free</p>');
  const isMember = headers.cookie?.includes(`ghost-members-ssr=${session}`) ?? false;
  response.writeHead(200, {
    'content-type': 'text/html',
    etag: '"2"',
    'cache-control': 'public, max-age=60',
    'set-cookie': isMember ? [`ghost-members-ssr=${session}`] : [],
  });
  const held = '<template id="newsstand-held"></template><div data-widget="login.paywall" data-when="visible"></div>';
  response.end(isMember ? `<p>${WHOLE}</p>` : `<p>The road floods.</p>${held}`);
}

function api({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/api/access/entitlement')) {
    const shown = { entitled: entitled(headers.cookie), expires: new Date(Date.now() + 60_000).toISOString() };
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(shown));
  }
  if (url.startsWith('/api/page/article')) {
    if (isDown) return void response.writeHead(503).end();
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ logins }));
  }
  if (url.startsWith('/api/html/')) {
    if (isDown) return void response.writeHead(503).end();
    if (url.includes('gone')) return void response.writeHead(404).end();
    if (/named.*part=words/.test(url)) {
      const words = '<h1 class="newsstand-name"><a href="x">Mug &amp; $&amp; Cup</a></h1>';
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(words);
    }
    const offer = (words: string) => `<div class="newsstand-offer">${words}</div>`;
    if (/part=(print|digital)/.test(url)) return void response.writeHead(200, { 'content-type': 'text/html' }).end(offer(`${url} $&`));
    return void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(url.includes('part=data') ? '<script>data $&</script>' : `<b>${url} $&</b>${url.includes('/issue/') ? offer('both') : ''}`);
  }
  response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['sid=new', 'count=1'] }).end('{"cart":1}');
}

let site = '';
beforeAll(async () => {
  const options = { ghost: await listen(noted('ghost', ghost)), api: await listen(noted('api', api)), adminKey: KEY };
  site = await listen(serve({ ...options, publicUrl: 'https://magazine.example', webhookSecret: `whsec_${SECRET}` }));
});
beforeEach(() => {
  asked = [];
  members = [];
  entitled = () => false;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  for (const server of servers) server.close();
});

const read = async (path: string, cookie = '') => {
  const answer = await fetch(site + path, { headers: { cookie }, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a page for everybody comes as Ghost has it, caches included', async () => {
  const { text, headers } = await read('/free/');
  expect([text, headers.get('cache-control'), headers.get('etag')]).toEqual(['<p>free</p>', 'public, max-age=60', '"1"']);
  expect(asked.map(({ to }) => to)).toEqual(['ghost']);
});

test('a post for subscribers is whole for who may read it, its beginning for all others, and neither gets the other’s from a cache', async () => {
  entitled = (cookie) => cookie === 'sid=subscriber';
  for (const [cookie, whole] of [
    ['', false],
    ['sid=stranger', false],
    ['other=1; sid=subscriber', true],
  ] as const) {
    const { text, headers } = await read('/tides/', cookie);
    expect(text.includes(WHOLE), cookie).toBe(whole);
    expect([headers.get('cache-control'), headers.get('vary'), headers.get('etag')]).toEqual(['private, no-store', 'Cookie', null]);
    // The session of the member as whom Ghost is asked is nobody's.
    expect(headers.getSetCookie()).toEqual([]);
  }
  expect(members.map(({ email, newsletters }) => [email, newsletters])).toEqual([['subscribers@newsstand.invalid', []]]);
});

test('a paywall has no more room than the ways to log in take, a page after the API told them, and keeps it while the API is down', async () => {
  const paywall = async () => /<div[^>]*login\.paywall[^>]*>/.exec((await read('/tides/')).text)?.[0];
  let passed = 0;
  const { now: clock } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + passed);
  for (const [now, says] of [
    [['password', 'email-code', 'google', 'institutional'], '<div data-widget='],
    [['password'], '<div data-ways="two" data-widget='],
    [['email-code', 'google'], '<div data-ways="no-password" data-widget='],
    [['password', 'institutional'], '<div data-ways="two" data-widget='],
    [['email-code', 'institutional'], '<div data-widget='],
    [['email-code'], '<div data-ways="no-password" data-widget='],
  ] as const) {
    logins = [...now];
    passed += 61_000;
    asked = [];
    await paywall();
    await expect.poll(() => asked.some(({ to }) => to === 'api')).toBe(true);
    await expect.poll(paywall, { message: now.join() }).toContain(says);
  }
  asked = [];
  await paywall();
  expect(asked.map(({ to }) => to)).toEqual(['ghost']);
  isDown = true;
  passed += 61_000;
  await paywall();
  await expect.poll(() => asked.some(({ url }) => url.startsWith('/api/page/'))).toBe(true);
  expect(await paywall()).toContain('data-ways="no-password"');
  isDown = false;
});

test('a yes is asked for once, a no each time; who has no session is not asked about', async () => {
  entitled = (cookie) => cookie === 'sid=keen';
  const questions = () => asked.filter(({ to }) => to === 'api').length;
  await read('/tides/');
  expect(questions()).toBe(0);
  for (let time = 0; time < 3; time++) await read('/tides/', 'sid=keen');
  expect(questions()).toBe(1);
  for (let time = 0; time < 3; time++) await read('/tides/', 'sid=stranger');
  expect(questions()).toBe(4);
});

test('a session at Ghost that has ended is begun anew', async () => {
  entitled = () => true;
  await read('/tides/', 'sid=a');
  const before = signIns;
  session = 'two';
  expect((await read('/tides/', 'sid=a')).text).toContain(WHOLE);
  expect(signIns).toBe(before + 1);
});

test('the browser’s calls go to the API with the reader’s network, and its cookies come back', async () => {
  const answer = await fetch(`${site}/api/cart?x=1`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '6.6.6.6' },
  });
  expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([201, { cart: 1 }, ['sid=new', 'count=1']]);
  const [call] = asked;
  expect(call).toMatchObject({ to: 'api', method: 'POST', url: '/api/cart?x=1', body: '{"a":1}' });
  expect(call?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'magazine.example',
  });
});

test('what is sold stands in the page, with its data in the head, and what is not sold any more is a 404', async () => {
  const mug = await read('/shop/product/?slug=mug%26x&utm=1');
  expect([mug.status, mug.headers.get('etag')]).toEqual([200, null]);
  expect(mug.text).toBe(
    '<head><script>data $&</script></head><main><div data-widget="x"><b>/api/html/product/mug%26x?part=words&heading=1 $&</b>waiting</div></main><footer></footer>',
  );
  expect((await read('/shop/')).text).toContain('/api/html/products?tag=store&part=words&heading=2');
  for (const shown of ['subscriptions', 'donations', 'checkout'])
    expect((await read(`/shop/${shown}/`)).text).toContain(`/api/html/${shown}?heading=1`);
  for (const path of ['/shop/product/?slug=gone', '/shop/product/', '/shop/issue/?issue=gone', '/shop/issue/'])
    expect(await read(path), path).toMatchObject({ status: 404, text: '<head></head><main><h1>Not here $&</h1></main><footer></footer>' });
  const questions = asked.filter(({ to }) => to === 'api').length;
  await read('/shop/product/?slug=mug%26x');
  expect(asked.filter(({ to }) => to === 'api')).toHaveLength(questions);
});

test('who asks for a page’s headers alone, as who checks links does, has those of the page', async () => {
  entitled = () => true;
  for (const path of ['/free/', '/tides/', '/shop/product/?slug=mug', '/shop/product/?slug=gone']) {
    const { status, headers } = await read(path, 'sid=subscriber');
    const head = await fetch(site + path, { method: 'HEAD', headers: { cookie: 'sid=subscriber' } });
    const named = (of: Headers) => ['content-type', 'cache-control', 'vary', 'etag'].map((name) => of.get(name));
    expect([head.status, ...named(head.headers)], path).toEqual([status, ...named(headers)]);
    expect(await head.text()).toBe('');
  }
});

test('a product’s page has its name and an address of its own for search engines, and every page of the shop’s a name', async () => {
  for (const [asked, own, name] of [
    ['/shop/product/?utm=1&slug=named', '/shop/product/?slug=named', 'Mug &amp; $&amp; Cup'],
    ['/shop/issue/?issue=named', '/shop/issue/?issue=named', 'Mug &amp; $&amp; Cup'],
    ['/account/', '/account/', 'Your account'],
  ] as const) {
    const { text } = await read(asked);
    expect(text).toContain(`<title>${name} – Exclave</title><link rel="canonical" href="https://magazine.example${own}">`);
    expect(text).toContain(`<meta property="og:title" content="${name}"><meta property="og:url" content="https://magazine.example${own}">`);
    expect(text).toContain(
      `<meta name="twitter:title" content="${name}"><meta name="twitter:url" content="https://magazine.example${own}">`,
    );
  }
});

test('an issue’s page says what each medium costs beside its button, and not once more above', async () => {
  const { text } = await read('/shop/issue/?issue=salt');
  expect(text).toContain('<b>/api/html/issue/salt?part=words&heading=1 $&</b>waiting');
  expect(text).toContain('<h2>In print</h2><div class="newsstand-offer">/api/html/issue/salt?part=print $&</div>');
  expect(text).toContain('<h2>As a file</h2><div class="newsstand-offer">/api/html/issue/salt?part=digital $&</div>');
  expect(text.match(/newsstand-offer/g)).toHaveLength(2);
  expect(text).toContain('<script>data $&</script></head>');
});

test('while the API is down a product’s page is what Ghost has', async () => {
  isDown = true;
  const { status, text } = await read('/shop/product/?slug=cup');
  isDown = false;
  expect([status, text]).toEqual([200, '<head></head><main><div data-widget="x">waiting</div></main><footer></footer>']);
});

test('Ghost’s sitemap names the shop’s', async () => {
  expect((await read('/sitemap.xml')).text).toBe(
    '<sitemapindex><sitemap><loc>x</loc></sitemap><sitemap><loc>https://magazine.example/api/html/sitemap.xml</loc></sitemap></sitemapindex>',
  );
});

test('the password of a guarded site stays with Ghost', async () => {
  const guarded = (path: string) => fetch(site + path, { headers: { authorization: 'Basic eDp5' } });
  await guarded('/free/');
  await guarded('/api/cart');
  expect(asked.map(({ to, headers }) => [to, headers.authorization])).toEqual([
    ['ghost', 'Basic eDp5'],
    ['api', undefined],
  ]);
});

test('who subscribed before gets the label from a file, once, and keeps the others', async () => {
  const file = '\uFEFFName,Email\r\n"Ada, A.",Ada@example.org\r\nBo,bo@example.org\r\nBo,bo@example.org\r\nCy,\r\n';
  const addresses = addressesIn(file);
  expect(addresses).toEqual(['ada@example.org', 'bo@example.org']);
  expect(addressesIn('ada@example.org\n\nbo@example.org\n')).toEqual(addresses);
  members = [{ id: 'm0', email: 'bo@example.org', labels: [{ name: 'VIP' }] }];
  const ghostUrl =
    servers.map((server) => server.address()).flatMap((at) => (typeof at === 'object' && at ? [`http://127.0.0.1:${at.port}`] : []))[0] ??
    '';
  expect(await labelSubscribers({ ghost: ghostUrl, adminKey: KEY }, addresses)).toBe(2);
  expect(members).toMatchObject([
    { email: 'bo@example.org', labels: [{ name: 'VIP' }, { name: 'Newsstand subscriber' }] },
    { email: 'ada@example.org', newsletters: [], labels: [{ name: 'Newsstand subscriber' }] },
  ]);
  expect(await labelSubscribers({ ghost: ghostUrl, adminKey: KEY }, addresses)).toBe(0);
});

test.each(['/api/metrics', '/api/%2e%2e/secret', '/apiary/', '/ghost/api/admin/site/'])('%s is no call to the API', async (path) => {
  await read(path);
  expect(asked.map(({ to }) => to)).not.toContain('api');
});

test('who subscribes gets a label at Ghost and no newsletter, and loses the label at the end; a message that is not signed counts for nothing', async () => {
  const tell = (type: string, secret = SECRET, now = Date.now()) => {
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { email: "o'ada@example.org" } });
    const time = String(Math.floor(now / 1000));
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(`msg.${time}.${body}`).digest('base64');
    const headers = { 'webhook-id': 'msg', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
    return fetch(`${site}/newsstand/webhook`, { method: 'POST', body, headers });
  };
  expect((await tell('subscription.begun', Buffer.from('another secret').toString('base64'))).status).toBe(401);
  expect((await tell('subscription.begun', SECRET, Date.now() - 10 * 60_000)).status).toBe(401);
  expect(members).toEqual([]);
  expect((await tell('order.paid')).status).toBe(204);
  expect(members).toEqual([]);
  for (let twice = 0; twice < 2; twice++) expect((await tell('subscription.begun')).status).toBe(204);
  expect(members).toMatchObject([{ email: "o'ada@example.org", newsletters: [], labels: [{ name: 'Newsstand subscriber' }] }]);
  members[0]?.labels.push({ name: 'VIP' });
  await tell('subscription.ended');
  expect(members).toMatchObject([{ labels: [{ name: 'VIP' }] }]);
});
