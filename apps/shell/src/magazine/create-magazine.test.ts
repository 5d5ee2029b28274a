import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { body, magazine, options, startApi } from './test-magazine.ts';

const ADA = { name: 'Ada <3', email: 'ada@example.org' };
const COLLEGE = { entity_id: 'https://idp.college.example', name: 'Ferryman College' };

const PAGES = [
  ['/', 'front'],
  ['/articles/open', 'article'],
  ['/articles/held', 'article'],
  ['/articles/short', 'article'],
  ['/issue/issue-2', 'front'],
  ['/store', 'store'],
  ['/store/product/mug', 'product" data-newsstand-slug="mug'],
  ['/store/checkout', 'checkout'],
  ['/receipts?token=abcdefgh', 'receipts" data-newsstand-token="abcdefgh'],
  ['/invoice/abcdefgh', 'invoice" data-newsstand-token="abcdefgh'],
  ['/subscribe', 'subscribe'],
  ['/subscribe/renew', 'renew'],
  ['/subscribe/redeem?token=abcdefgh', 'redeem" data-newsstand-token="abcdefgh'],
  ['/donate', 'donate'],
  ['/mailing-list', 'mailing-list'],
  ['/login', 'login'],
  ['/institutional-subscriptions', 'institutional-subscriptions'],
  ['/account', 'account'],
  ['/account/name', 'account-name'],
  ['/account/email', 'account-email'],
  ['/account/address', 'account-address'],
  ['/account/address/ship-b/delete', 'account-address'],
  ['/account/payment', 'account-payment'],
  ['/account/subscriptions/sub_41d7', 'account-subscription'],
  ['/account/donation?token=don_fixture0001', 'account-donation'],
  ['/renewal?token=abcdefgh', 'account-donation'],
  ['/account/sessions', 'account-name'],
  ['/account/data', 'account-name'],
  ['/hostile', 'store'],
] as const;

const linksIn = async (app: Awaited<ReturnType<typeof magazine>>, address: string) => {
  const text = (await (await app.request(address)).text()).replaceAll('&amp;', '&');
  const all = [...text.matchAll(/<a\b[^>]*? href="(\/[^"]*)"/g)].map(([, href = '']) => href);
  return { all, redirect: /class="log-in"[^>]*? href="([^"]*)"/.exec(text)?.[1] };
};

describe('pages', () => {
  test.each(PAGES)(
    '%s answers while the API is down, and tells the loader that it is the page %s',
    {
      tags: [
        '§2.routes.1',
        '§2.routes.2',
        '§2.routes.4',
        '§2.routes.5',
        '§2.routes.7',
        '§2.routes.8',
        '§2.routes.10',
        '§2.routes.11',
        '§2.routes.12',
        '§2.routes.13',
        '§2.routes.15',
        '§2.routes.16',
        '§2.routes.17',
        '§2.routes.18',
        '§2.routes.19',
        '§2.routes.20',
        '§2.routes.21',
        '§2.routes.22',
        '§6.visitor.1',
      ],
    },
    async (address, name) => {
      const response = await (await magazine()).request(address);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain(`data-newsstand-page="${name}"`);
      expect(text).toContain('<script async src="http://files.example/loader.js"');
      expect(text).not.toContain('<script>alert');
      expect(text).toContain(address === '/hostile' ? 'data-widget="checkout.counter"' : 'data-widget="checkout.panel" data-when="intent"');
    },
  );

  const hasNonces = async (address: string): Promise<void> => {
    const app = await magazine();
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await app.request(address);
        const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
        const tags = [...(await response.text()).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
        expect(tags.length).toBeGreaterThan(0);
        for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  };
  const NONCES = '%s allows its own scripts by a nonce that is never used twice';
  // Where one reads, where one pays, and where nothing is: every run. All others, each change.
  const FEW = ['/articles/open', '/store/checkout', '/nowhere'];
  test.each(FEW)(NONCES, hasNonces);
  test.each(PAGES.map(([address]) => address).filter((address) => !FEW.includes(address)))(NONCES, { tags: ['ci'] }, hasNonces);

  test.each([
    '/nowhere',
    '/account/address/ship-d/delete',
    '/articles/nothing',
    '/issue/issue-3',
    '/store/product/nothing',
    '/art/nothing.svg',
  ])('%s is not there', { tags: ['§2.routes.20'] }, async (address) => {
    const response = await (await magazine()).request(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('There is nothing at this address.');
  });

  test('who asks for a page that is not there has something to read', async () => {
    expect(await body('/nowhere')).toContain('href="/articles/open"');
  });

  test('a mistake of ours is a page of the magazine, and keeps its reason in the log', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    // One of its own: a page is put into it.
    const app = await magazine({});
    app.get('/broken', () => {
      throw new Error('the reason');
    });
    const response = await app.request('/broken');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('Something went wrong on our side.');
    expect(text).not.toContain('the reason');
    expect(log).toHaveBeenCalledWith(expect.stringContaining('GET /broken: Error: the reason'));
    log.mockRestore();
  });

  test('every page is found with a slash behind its address too, and keeps what was asked', { tags: ['ci'] }, async () => {
    const app = await magazine();
    for (const [address] of PAGES.filter(([page]) => page !== '/')) {
      const [name, query = 'from=letter&to=%C3%A9'] = address.split('?');
      const response = await app.request(`${name}/?${query}`);
      expect(response.status, address).toBe(308);
      expect(response.headers.get('location')).toBe(`${name}?${query}`);
    }
  });

  test('the pages are where the publication says, every link leads there, and nothing is left at the standard addresses', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'own-paths-'));
    await cp(options.publicationDir, dir, { recursive: true });
    const file = path.join(dir, 'publication.json');
    const paths = {
      base: '/blad',
      home: '/',
      store: '/winkel/',
      product: '/winkel/?boek={slug}',
      receipts: '/?p=bon&token={token}',
      'mailing-list': '/?p=brief&van=магазин',
      account: '/журнал',
      login: '/wêreld',
    };
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), paths }));
    const app = await magazine({ publicationDir: dir });
    const shown = async (address: string) => {
      const answer = await app.request(address);
      return `${answer.status} ${/data-newsstand-page="[^>]*?"(?: data-newsstand-\w+="[^"]*")?/.exec(await answer.text())?.[0]}`;
    };
    expect(await shown('/winkel/')).toBe('200 data-newsstand-page="store"');
    expect(await shown('/winkel')).toBe('200 data-newsstand-page="store"');
    expect(await shown('/winkel/?boek=mug&utm_source=x')).toBe('200 data-newsstand-page="product" data-newsstand-slug="mug"');
    expect(await shown('/winkel/?boek=nothing')).toMatch(/^404 /);
    expect(await shown('/?p=bon&token=abcdefgh')).toBe('200 data-newsstand-page="receipts" data-newsstand-token="abcdefgh"');
    expect(await shown('/?p=bon')).toBe('200 data-newsstand-page="receipts"');
    expect(await shown('/')).toBe('200 data-newsstand-page="front"');
    expect(await shown(encodeURI('/wêreld'))).toBe('200 data-newsstand-page="login"');
    expect(await shown('/blad/account/name')).toBe('200 data-newsstand-page="account-name"');
    expect((await app.request('/blad/account/name/')).headers.get('location')).toBe('/blad/account/name');
    expect((await app.request('/?p=bon')).headers.get('cache-control')).toBe('no-store');
    const { redirect, ...links } = await linksIn(app, '/winkel/?boek=mug');
    expect(redirect).toBe('/w%C3%AAreld?redirect=%2Fwinkel%2F%3Fboek%3Dmug');
    expect(links.all).toEqual(
      expect.arrayContaining(['/', '/#issues', '/winkel/', '/blad/subscribe', '/blad/donate', '/blad/issue/issue-2']),
    );
    for (const [address] of PAGES) {
      expect(links.all).not.toContain(address === '/' ? 'none' : address);
      const open = address === '/' || address === '/hostile' || address.startsWith('/articles/');
      expect((await app.request(address)).status, address).toBe(open ? 200 : 404);
    }
    const robots = (await (await app.request('/robots.txt')).text()).split('\n');
    expect(robots).toEqual(expect.arrayContaining(['Disallow: /?p=bon', `Disallow: ${encodeURI('/журнал')}`, 'Disallow: /blad/invoice/']));
    expect(robots).not.toContain('Disallow: /');
    const sitemap = await (await app.request('/sitemap.xml')).text();
    expect(sitemap).toContain('<loc>http://magazine.example/winkel/</loc>');
    expect(sitemap).toContain(`<loc>http://magazine.example/?p=brief&amp;van=${encodeURI('магазин')}</loc>`);
    await rm(dir, { recursive: true });
  });

  test('a slash behind an address sends nobody to another site', async () => {
    const app = await magazine();
    for (const address of ['//elsewhere.example/', '/%5Celsewhere.example/', String.raw`/\elsewhere.example/`]) {
      const { headers } = await app.request(`http://magazine.example${address}`);
      const target = new URL(headers.get('location') ?? '', 'http://magazine.example');
      expect(target.origin, address).toBe('http://magazine.example');
    }
  });

  test('only pages on which one pays may load Stripe', async () => {
    const app = await magazine();
    const policy = async (address: string) => (await app.request(address)).headers.get('content-security-policy');
    const paid = [
      '/store/checkout',
      '/invoice/abcdefgh',
      '/subscribe/renew',
      '/subscribe/redeem',
      '/account/payment',
      '/account/subscriptions/sub_41d7',
    ];
    for (const address of [...paid, '/account/donation', '/renewal']) {
      expect(await policy(address)).toContain('http://stripe.example');
    }
    for (const address of ['/store', '/account']) expect(await policy(address)).not.toContain('http://stripe.example');
  });

  test.each([
    '/receipts',
    '/subscribe/redeem',
    '/invoice/abcdefgh',
    '/account',
    '/account/donation',
    '/renewal',
    '/account/address/ship-a/delete',
  ])('%s with a token stays out of caches and of other sites', async (address) => {
    const { headers } = await (await magazine()).request(`${address}?token=abcdefgh`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('a token from the address stays a token', async () => {
    expect(await body('/receipts?token=%22%3E%3Cscript%3E')).toContain('data-newsstand-token="&quot;&gt;&lt;script&gt;"');
  });

  test('a page of the account knows whom to write to without asking anybody', async () => {
    const [, address] = /mailto:([^"?]+)/.exec(await body('/account')) ?? [];
    expect(address).toMatch(/@/);
    expect(await body('/account/address/ship-b/delete')).toContain(`data-ship="ship-b" data-support="${address}"`);
  });

  test('an article offers its issue, its notes and its parts', async () => {
    const text = await body('/articles/open');
    expect(text).toContain('data-item="print-issue" data-ref="iss:2"');
    expect(text).toContain('<a href="#part-2-part-two">Part two</a>');
    expect(text).toContain('id="fn-1"');
  });

  test(
    'a short piece stands in its issue, which its own page leads to, and not among the articles of other pages',
    { tags: ['ci'] },
    async () => {
      expect(await body('/issue/issue-1')).toContain('<a href="/articles/short">One</a>');
      const text = await body('/articles/short');
      expect(text).toContain('A short one.');
      expect(text).toContain('href="/issue/issue-1"');
      expect(text).not.toContain('<figure');
      expect(text).toContain('property="og:image"');
      for (const page of ['/', '/articles/open', '/nowhere']) expect(await body(page)).not.toContain('/articles/short');
    },
  );

  test('an article loads nothing for a reader who has only just come', async () => {
    const policies = [...(await body('/articles/open')).matchAll(/data-when="(\w+)"/g)].map(([, when]) => when);
    expect(new Set(policies)).toEqual(new Set(['intent', 'visible']));
  });

  test('an article for subscribers shows its opening and keeps the rest', async () => {
    const text = await body('/articles/held');
    expect(text).toContain('Three.');
    expect(text).not.toContain('The secret.');
    expect(text).toContain('data-widget="login.paywall" data-when="visible"');
  });

  test.each([
    ['a subscriber', true],
    ['a reader who is logged in, but subscribes to nothing', false],
  ])('for %s the API decides about the rest of the article, and the header has the name', async (_, entitled) => {
    const { asked, ...api } = await startApi({ account: ADA, institution: null }, entitled);
    try {
      const app = await magazine({ apiUrl: api.apiUrl, production: true });
      const text = await (await app.request('/articles/held', { headers: { cookie: 'a=b; __Host-sid=one' } })).text();
      expect(text.includes('The secret.')).toBe(entitled);
      expect(text.includes('login.paywall')).toBe(!entitled);
      expect(text).toContain('>Ada &lt;3</a>');
      expect(asked.toSorted()).toEqual([
        '/api/access/entitlement?path=%2Farticles%2Fheld a=b; __Host-sid=one',
        '/api/access/session a=b; __Host-sid=one',
      ]);
      asked.length = 0;
      expect(await (await app.request('/articles/held', { headers: { cookie: 'a=b' } })).text()).not.toContain('The secret.');
      expect(asked).toEqual([]);
    } finally {
      api.close();
    }
  });

  test.each([
    ['prolongs the session of who is logged in', ADA, ['sid=longer; Path=/; HttpOnly', 'newsstand-reader=1; Path=/']],
    ['sets nothing for who is not, whose page may be kept', null, []],
  ])('a visit %s', async (_, account, kept) => {
    const api = await startApi({ account, institution: null }, false, false, [
      'sid=longer; Path=/; HttpOnly',
      'newsstand-reader=1; Path=/',
    ]);
    try {
      const app = await magazine({ apiUrl: api.apiUrl });
      expect((await app.request('/store', { headers: { cookie: 'sid=one' } })).headers.getSetCookie()).toEqual(kept);
    } finally {
      api.close();
    }
  });

  test.each([
    ['who has no subscription', false, '/subscribe', 'See the subscriptions'],
    ['whose subscription ran out', true, '/subscribe/renew', 'Renew'],
  ])(
    'a reader %s is not asked to log in anew, but led to what is missing, before and without scripts',
    async (_, renewable, href, label) => {
      const api = await startApi({ account: ADA, institution: null }, false, renewable);
      try {
        const app = await magazine({ apiUrl: api.apiUrl });
        const text = await (await app.request('/articles/held', { headers: { cookie: 'sid=one' } })).text();
        expect(text).not.toContain('Log in to read on');
        expect(text).toContain(`<a class="button" href="${href}">${label}</a>`);
        // No room is kept for a form that does not come.
        expect(text).toMatch(/data-widget="login\.paywall"[^>]* data-known/);
      } finally {
        api.close();
      }
      const stranger = await body('/articles/held');
      expect(stranger).toContain('Log in to read on');
      expect(stranger).toContain('<a href="/subscribe">Subscribe</a>');
      expect(stranger).not.toContain('data-known');
    },
  );

  test.each([
    ['an account', { account: ADA, institution: null }, 'private, no-store'],
    ['an institution', { account: null, institution: COLLEGE }, 'private, no-store'],
    ['nobody', { account: null, institution: null }, 'private, no-cache'],
  ])('after logout no Back brings what was shown to %s out of the browser’s cache', async (_, session, caching) => {
    const api = await startApi(session, session.account !== null || session.institution !== null);
    try {
      const app = await magazine({ apiUrl: api.apiUrl });
      const cachingOf = async (address: string, cookie: string) =>
        (await app.request(address, { headers: { cookie } })).headers.get('cache-control');
      for (const address of ['/articles/held', '/', '/store', '/nowhere']) {
        expect(await cachingOf(address, 'sid=one'), address).toBe(caching);
        expect(await cachingOf(address, 'a=b'), address).toBe('private, no-cache');
      }
    } finally {
      api.close();
    }
  });

  test('every page says that it is only a view while staff looks at a reader’s account, once', { tags: ['§2.others.9'] }, async () => {
    const api = await startApi({ account: ADA, institution: null, view_only: true }, false);
    try {
      const app = await magazine({ apiUrl: api.apiUrl });
      const text = async (address: string, cookie: string) => (await app.request(address, { headers: { cookie } })).text();
      const message = 'You see what Ada &lt;3 sees.';
      for (const [address] of [...PAGES, ['/nowhere']].filter(([page]) => page !== '/hostile')) {
        const page = await text(address, 'sid=one');
        expect(page.split(message), address).toHaveLength(2);
        // So that no widget of the page says it again; without a script the way out works, too.
        expect(page, address).toContain('data-newsstand-view-only');
        expect(page, address).toContain('<form method="post" action="/logout?path=%2F"><button>End the look</button></form>');
      }
      expect(await text('/store', 'a=b')).not.toContain('View only');
    } finally {
      api.close();
    }
  });

  test('the store lists what is for the store', async () => {
    const text = await body('/store');
    expect(text).toContain('/store/product/mug');
    expect(text).not.toContain('/store/product/hidden');
  });

  test('what a subscription costs and what a donation is stand in the page for readers without the widgets', async () => {
    const subscribe = await body('/subscribe');
    expect(subscribe).toContain('data-widget="subscribe.builder" data-when="load"');
    for (const price of ['$56.00', '$168.00', '$84.00', '$28.00', '$450.00']) expect(subscribe).toContain(price);
    const donate = await body('/donate');
    expect(donate).toContain('data-widget="subscribe.donate" data-when="load"');
    expect(donate).toContain('$50.00 once, or $5.00 a month');
  });

  test('the check-out’s element has an id of the magazine’s own and the widget’s name, which alone makes it one', async () => {
    expect(await body('/store/checkout')).toContain('<div id="checkout" data-widget="checkout.page" data-when="load">');
    expect(JSON.parse(readFileSync(join(import.meta.dirname, '../../mounts.json'), 'utf8'))).toEqual({});
  });

  test(
    'a remote is taken from this machine where the address asks for it, never in production and from nowhere else',
    { tags: ['ci'] },
    async () => {
      const scripts = async (query: string, production = false) => {
        const response = await (await magazine({ production })).request(`/store?${query}`);
        return /script-src [^;]*/.exec(response.headers.get('content-security-policy') ?? '')?.[0];
      };
      expect(await scripts('widget=checkout@localhost:4301&widget=login@127.0.0.1:4304')).toMatch(
        / http:\/\/localhost:4301 http:\/\/127.0.0.1:4304$/,
      );
      for (const usual of [await scripts('widget=checkout@elsewhere.example:80'), await scripts('widget=checkout@localhost:4301', true)])
        expect(usual).toMatch(/^script-src 'nonce-[^']+' http:\/\/files.example$/);
    },
  );

  test('the hostile page comes without its sheets as well, and otherwise the same', async () => {
    const [hostile, bare] = [await body('/hostile'), await body('/hostile?theme=none')];
    const plain = (text: string) =>
      text
        .replace(/<link rel="stylesheet"[^>]*>/g, '')
        .replace(/nonce="[^"]*"/g, '')
        .replace(/\s+/g, ' ');
    expect(hostile).toContain('/hostile/theme.css');
    expect(bare).not.toContain('stylesheet');
    expect(plain(bare)).toBe(plain(hostile));
  });

  test('pages are packed for those who can unpack them', async () => {
    const response = await (await magazine()).request('/', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });
});

describe('files', () => {
  test('a file keeps for ever under the address that pages give, and packed', async () => {
    const app = await magazine();
    const address = /href="(\/magazine\.css\?v=[^"]+)"/.exec(await (await app.request('/')).text())?.[1] ?? '';
    const response = await app.request(address, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    const again = await app.request(address, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test.each([
    '/art/%ff.svg',
    '/art/%.svg',
    '/art/%E0%A4%A',
    '/art/%00.svg',
    '/art/%ED%A0%80.svg',
    `/art/${'x'.repeat(5_000)}.svg`,
    '/art/..%2f..%2fissues.json',
    '/art/__proto__',
    '/hostile/%ff',
    '/articles/%ff',
    '/articles/__proto__',
    '/articles/%00',
    '/issue/%E0%A4%A',
    '/issue/constructor',
    `/store/product/${'%F0%9F%9A%A2'.repeat(1_000)}`,
    '/%ff',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//elsewhere/',
    '/%0d%0aSet-Cookie:x',
  ])('a path that nothing is behind is not found, whatever it is made of: %s', async (path) => {
    expect((await (await magazine()).request(path)).status).toBe(404);
  });

  test.each(['/receipts?token=', '/donate?amount=', '/subscribe?code=', '/login?redirect=', '/store?widget=', '/renewal?token='])(
    'a query of any shape makes no page fail: %s',
    async (address) => {
      const app = await magazine();
      for (const value of ['%ff', '%00', '%', '%ED%A0%80', '%22%3E%3Cscript%3E', '9'.repeat(4_000), '__proto__', '%0d%0a'])
        expect((await app.request(address + value)).status, value).toBeLessThan(500);
    },
  );

  test('a picture under its plain name is asked for again', async () => {
    const response = await (await magazine()).request('/art/logo.svg');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).not.toContain('immutable');
  });

  test('a browser that asks for /favicon.ico gets the logo', async () => {
    const app = await magazine();
    const response = await app.request('/favicon.ico');
    expect(response.status).toBe(302);
    const logo = await app.request(response.headers.get('location') ?? '');
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('a search engine is told what to read, and that receipts and gifts are nobody else’s', async () => {
    const response = await (await magazine()).request('/robots.txt');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await response.text()).split('\n')).toEqual(
      expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Disallow: /receipts']),
    );
  });

  test.each(['/art/../publication.json', '/art/%2e%2e/publication.json', '/publication.json'])(
    '%s is not a file of the magazine',
    async (address) => {
      expect((await (await magazine()).request(address)).status).toBe(404);
    },
  );
});

test.each(['publication', 'test/second-publication'])(
  'the mailing list that a page signs up for has a name in %s, so that the letter that asks says which it is',
  async (folder) => {
    const text = await (await (await magazine()).request('/mailing-list')).text();
    const tags = [...text.matchAll(/data-list-tag="([^"]+)"/g)].flatMap(([, named = '']) => named.split(' '));
    const file = path.resolve(import.meta.dirname, '../../../../services/commerce-api', folder, 'publication.json');
    expect(tags).not.toEqual([]);
    for (const tag of tags) expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty(['lists', tag], expect.any(String));
  },
);
