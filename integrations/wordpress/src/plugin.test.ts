/**
 * WordPress itself comes from the registry first, 158 MB: `npm run test:long`.
 * @module-tag long
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WIDGETS } from '@newsstand/contracts/widget';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { zipPlugin } from './zip-plugin.ts';
import { getWordPress } from './get-wordpress.ts';
import { openWordPress, type WordPress } from './open-wordpress.ts';

const SITE = 'http://localhost:4600';
const SECRET = 'the secret of the API and of this CMS';
const MINUTE = 60_000;
/** On a machine where WordPress is not yet, npm gets it first. */
const GETTING = 5 * MINUTE;
const FILES = path.resolve(import.meta.dirname, '../../../.data/wordpress');
const WHOLE = 'At low water the road is dry.';
const SIGN = '<article><h2 class="newsstand-name"><a href="/store/product/sign">Sign &lt;i&gt;&quot;Sea&quot;</a></h2></article>';
const MUG_DATA = `<script type="application/ld+json">{"@type":"Product","url":"https://elsewhere.example/store/product/mug","offers":{"url":"https://elsewhere.example/store/product/mug"}}</script>`;
const RATES_DATA = `<script type="application/ld+json">{"@type":"Product","url":"https://elsewhere.example/subscribe"}</script>`;
const MUG =
  '<article><h2 class="newsstand-name"><a href="/store/product/mug">Enamel Mug &amp; Saucer</a></h2><p class="newsstand-price">$18.00</p><p class="newsstand-availability">In stock</p></article>';
const TEE = '<article><h2 class="newsstand-name">Tee</h2><ul class="newsstand-sizes"><li>XL: In stock</li></ul></article>';
const ISSUE_DATA = `<script type="application/ld+json">{"offers":[{"sku":"print-issue iss:7"},{"sku":"digital-issue iss:7"}]}</script>`;

const LOADER = 'html.toggleAttribute("data-newsstand-reader")';

const offer = (words: string) => `<div class="newsstand-offer"><p class="newsstand-price">${words}</p><p>In stock</p></div>`;
/** An issue as the API has it: its words with all prices, what a search engine reads, or one medium's price. */
const issuePiece = (asked: URLSearchParams): string => {
  const [part, level] = [asked.get('part'), asked.get('heading') ?? '2'];
  if (part === 'data') return ISSUE_DATA;
  if (part === 'print') return offer('$16.00');
  if (part === 'digital') return offer('$8.00');
  const name = `<h${level} class="newsstand-name"><a href="/issue/salt">No. 7, Salt</a></h${level}>`;
  return `<article class="newsstand-issue">${name}${offer('In print: $16.00')} ${offer('As a file: $8.00')}</article>`;
};

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
let asked: Asked[] = [];
let api: Server;
let apiUrl = '';
let isDown = false;
let entitled: (cookie: string | undefined) => boolean = () => false;
/** Who is logged in with a session, as the API tells it. */
let accounts: Record<string, { account: Record<string, unknown>; view_only: boolean }> = {};
let wp: WordPress;
/** Where the publication has its pages, as the API tells it: by the standard addresses. */
let paths: Record<string, string> = {};
/** Where the API's letters lead, as it tells with each piece; `''` where it is too old to tell. */
/** The lists that the publication names. */
let lists: string[] | undefined;
let lettersTo = '';
/** How readers of the publication log in. */
let logins: string[] = [];
const data = mkdtempSync(path.join(tmpdir(), 'wordpress-'));

/** The API as far as the plugin knows it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', SITE);
  let body = '';
  for await (const chunk of request) body += String(chunk);
  asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  const send = (status: number, type: string, text: string, headers: Record<string, string | string[]> = {}) => {
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(text);
  };
  if (isDown) return send(503, 'application/json', '{}');
  if (pathname === '/api/health/ready') return send(200, 'application/json', '{"live":true,"ready":true}');
  if (pathname === '/loader.js') return send(200, 'text/javascript', LOADER);
  if (pathname === '/hints.json') {
    const hints = {
      platform: [`${apiUrl}/mf/shell/1/`, { 'platform.js': 'sha256-p' }],
      remotes: { checkout: [`${apiUrl}/mf/checkout/2/`, { 'entry.js': 'sha256-e' }] },
      later: { checkout: { 'store.js': 'sha256-s', 'page.js': 'sha256-x' } },
    };
    return send(200, 'application/json', JSON.stringify(hints));
  }
  if (pathname === '/api/page/article') {
    const products = [{ type: 'sized-product', ref: 'prd:mug', slug: 'mug', name: 'Enamel Mug', sizes: [{ ref: 'sze:mug-s' }] }];
    const issues = [
      { ref: 'iss:7', slug: 'salt', number: 7, title: 'Salt', print_price: 1600, digital_price: 800 },
      { ref: 'iss:6', slug: 'fog', number: 6, title: 'Fog', print_price: null, digital_price: 0 },
    ];
    return send(
      200,
      'application/json',
      JSON.stringify({ products, issues, logins, lists, publication: { messages: { 'api.x': 'y', ...paths } } }),
    );
  }
  if (pathname === '/api/html/sitemap.xml' && '/store/product/{slug}' in paths) {
    return send(
      200,
      'text/xml',
      '<loc>https://elsewhere.example/winkel/?boek=mug</loc><loc>https://elsewhere.example/za%C5%BC%C3%B3%C5%82%C4%87/salt</loc>',
    );
  }
  if (pathname === '/api/html/sitemap.xml') {
    return send(
      200,
      'text/xml',
      '<loc>https://elsewhere.example/store/product/mug</loc><loc>https://elsewhere.example/issue/salt</loc><lastmod>2026-03-01</lastmod>',
    );
  }
  if (pathname === '/api/html/product/mug' && request.url?.includes('part=data')) return send(200, 'text/html', MUG_DATA);
  if (pathname === '/api/html/subscriptions') {
    const level = new URL(request.url ?? '', SITE).searchParams.get('heading');
    return send(
      200,
      'text/html',
      request.url?.includes('part=data') ? RATES_DATA : `<h${level}>Subscribe</h${level}><table><td>$48.00</td></table>`,
    );
  }
  if (pathname === '/api/html/donations') {
    const level = new URL(request.url ?? '', SITE).searchParams.get('heading');
    return send(200, 'text/html', `<h${level} class="newsstand-name">Donate</h${level}><ul><li>$25.00 once</li></ul>`);
  }
  if (pathname === '/api/html/checkout')
    return send(200, 'text/html', '<noscript><p>To order, write to <a href="mailto:us@house.example">us</a>.</p></noscript>');
  if (pathname === '/api/html/product/mug') {
    if (request.headers['if-none-match'] === '"mug"') return send(304, 'text/html', '');
    return send(200, 'text/html; charset=utf-8', MUG, { etag: '"mug"' });
  }
  if (pathname === '/api/html/product/tee') return send(200, 'text/html', TEE);
  if (pathname === '/api/html/product/sign') return send(200, 'text/html', SIGN);
  if (pathname === '/api/html/issue/salt') return send(200, 'text/html', issuePiece(new URL(request.url ?? '', SITE).searchParams));
  if (pathname === '/api/html/products' && request.url?.includes('tag=swag'))
    return send(200, 'text/html', '<ul><li><h2 class="newsstand-name"><a href="/store/product/chart">Harbour Chart</a></h2></li></ul>');
  if (pathname === '/api/html/products')
    return send(200, 'text/html', '<ul></ul>', lettersTo ? { link: `<${lettersTo}/store>; rel="canonical"` } : {});
  if (pathname.startsWith('/api/html/')) return send(404, 'application/json', '{}');
  if (pathname === '/api/access/entitlement') {
    const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 5 * MINUTE);
    const may = entitled(request.headers.cookie);
    const claims = { entitled: may, iss: SITE, aud: 'main', exp: expires.getTime() / 1000 };
    const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const token = `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
    return send(200, 'application/json', JSON.stringify({ entitled: may, expires: expires.toISOString(), token }));
  }
  if (pathname === '/api/account/subscriber') {
    const account = accounts[request.headers.cookie ?? ''];
    return account ? send(200, 'application/json', JSON.stringify(account)) : send(401, 'application/json', '{}');
  }
  if (pathname === '/logout') return send(200, 'application/json', '{"redirect":null}');
  if (pathname === '/api/cart')
    return send(201, 'application/json', '{"cart":1}', { 'set-cookie': ['sid=new; Path=/', 'count=1; Path=/'] });
  if (pathname === '/oauth/google') return send(302, 'text/plain', '', { location: 'https://accounts.example/' });
  return send(404, 'application/json', '{}');
}

beforeAll(async () => {
  api = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const address = api.address();
  apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  wp = await openWordPress({ files: await getWordPress(FILES), data, url: SITE });
  await wp.run(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    update_option('permalink_structure', '/%postname%/');
    activate_plugin('newsstand/newsstand.php');
    switch_theme('twentytwentyfour');`);
  await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
  await wp.run(`
    Newsstand\\create_pages();
    $post = ['post_type' => 'post', 'post_status' => 'publish'];
    $words = '<!-- wp:paragraph --><p>${'Tides are early. '.repeat(40)}${WHOLE}</p><!-- /wp:paragraph -->';
    $more = '<p>The road floods.</p><!--more--><p>${WHOLE}</p>';
    foreach (['tides' => ['', $words], 'causeway' => ['', $more], 'ferries' => ['Ferries <b>run</b>.', '<p>${WHOLE}</p>'], 'short' => ['', '<p>One two three four five six seven eight nine ten</p>']] as $name => [$excerpt, $content]) {
      $id = wp_insert_post($post + ['post_name' => $name, 'post_title' => ucfirst($name), 'post_excerpt' => $excerpt, 'post_content' => $content]);
      update_post_meta($id, Newsstand\\FOR_SUBSCRIBERS, '1');
    }
    wp_insert_post($post + ['post_name' => 'free', 'post_title' => 'Free', 'post_content' => '<p>For everybody.</p>']);`);
}, GETTING);
beforeEach(() => {
  asked = [];
  isDown = false;
  entitled = () => false;
});
afterAll(() => {
  wp.close();
  api.close();
  rmSync(data, { recursive: true });
});

const get = (address: string, headers: Record<string, string> = {}) => wp.fetch(new Request(SITE + address, { headers }));
const text = async (address: string, headers: Record<string, string> = {}) => (await get(address, headers)).text();
const set = (given: Record<string, string>) =>
  wp.run(`update_option('newsstand', ['calls' => 'plugin', ...json_decode('${JSON.stringify(given)}', true)]);`);
const php = async (code: string): Promise<unknown> => JSON.parse(await wp.run(`echo json_encode(${code});`));
const found = async (): Promise<string[]> =>
  (await php(
    `array_map(fn($one) => match ($one['ok']) { true => 'well: ', null => 'warned: ', false => 'wrong: ' } . $one['words'], Newsstand\\check())`,
  )) as string[];

test('every widget of the contract is there, as a shortcode and as a block', async () => {
  const blocks = await php(`array_keys(WP_Block_Type_Registry::get_instance()->get_all_registered())`);
  expect(await php(`array_keys(Newsstand\\WIDGETS)`)).toEqual([...WIDGETS]);
  const good = 'slug="mug" item="sized-product" ref="prd:mug"';
  const shortcodes = WIDGETS.map((name) => `[newsstand_${name.replaceAll(/[.-]/g, '_')} ${good}]`);
  const made = await php(`do_shortcode('${shortcodes.join('')}')`);
  for (const name of WIDGETS) {
    expect(made).toContain(`<div data-widget="${name}"`);
    expect(blocks).toContain(`newsstand/${name.replace('.', '-')}`);
  }
});

describe('an element of a widget', () => {
  test('has the options that the widget knows, escaped, and no other', async () => {
    const made = await php(
      `do_shortcode('[newsstand_checkout_add item="basic-product" ref="prd:&quot;><b>" onclick="x"]Buy[/newsstand_checkout_add]')`,
    );
    expect(made).toContain('data-item="basic-product"');
    expect(made).toMatch(/>Buy<\/div>$/);
    // The author's own words may name it, or what stands around them.
    expect(made).not.toContain('data-named');
    expect(made).not.toMatch(/onclick|<b>/);
    expect(await php(`do_shortcode('[newsstand_login_page heading_level="2"]')`)).toContain('data-heading-level="2"');
  });

  test.each(['“mug”', '”mug”', '„mug“', '«mug»', '’mug’', '&#8220;mug&#8221;', '&quot;mug&quot;'])(
    'takes the quotes of a word processor for quotes: slug=%s',
    async (slug) => {
      expect(await php(`do_shortcode('[newsstand_checkout_product slug=${slug} heading_level=”3″]')`)).toMatch(
        /data-slug="mug" data-heading-level="3"|data-heading-level="3" data-slug="mug"/,
      );
    },
  );

  test.each([
    [
      'a product',
      'item="sized-product" ref="prd:mug"',
      /<p class="newsstand-name"><a href="[^"]*">Enamel Mug &amp; Saucer<\/a><\/p>[^]*\$18\.00[^]*In stock/,
    ],
    ['an issue', 'item="print-issue" ref="iss:7"', /<p class="newsstand-name">No\. 7, Salt, in print<\/p>[^]*\$16\.00[^]*In stock/],
  ])('that adds %s to the cart says its name, its price and whether it is there until it comes', async (_, good, words) => {
    await wp.run(`wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'amid', 'post_title' => 'Amid']);
      wp_update_post(['ID' => get_page_by_path('amid', OBJECT, 'post')->ID, 'post_content' => '[newsstand_checkout_add ${good}]']);
      foreach ($GLOBALS['wpdb']->get_col("select option_name from {$GLOBALS['wpdb']->options} where option_name like '_transient_newsstand_%'") as $name) {
        delete_option($name);
      }`);
    // All of it is told now: what tests before this one were told may be a minute old by the second look.
    const page = await text('/amid/');
    expect(page).toMatch(words);
    expect(page).toMatch(/<div data-widget="checkout.add"[^>]* data-named=""/);
    expect(page.slice(page.indexOf('<body')).match(/<h[1-6] class="newsstand-name"/)).toBeNull();
    asked = [];
    await text('/amid/');
    expect(asked.map(({ url }) => url)).toEqual([]);
    // The words that it had stay while the API is down.
    isDown = true;
    await wp.run(`foreach ($GLOBALS['wpdb']->get_col("select option_name from {$GLOBALS['wpdb']->options} where option_name like '_transient_newsstand_%'") as $name) {
      $kept = get_option($name); update_option($name, ['until' => 0] + $kept);
    }`);
    expect(await text('/amid/')).toMatch(words);
  });

  test('in the header says by the page’s style alone whether somebody is logged in', async () => {
    // Both words have the room of the longer one, so that the menu beside them stays where it is; and so has the cart's
    // count.
    const words =
      '<span class="newsstand-either"><span class="newsstand-out">Log in</span><span class="newsstand-in">Account</span></span>';
    expect(await php(`do_shortcode('[newsstand_login_header]')`)).toContain(words);
    const page = await text('/free/');
    expect(page).toMatch(/:root\[data-newsstand-reader\] \.newsstand-out,[^{]*\.newsstand-in\{visibility:hidden\}/);
    expect(page).toMatch(/\.newsstand-either\{display:inline-grid/);
    expect(page).toMatch(/:where\(\[data-widget\^="checkout\."\] \[data-cart-count\]\)\{[^}]*min-width: ?calc\(2ch \+ 10px\)/);
  });

  test('has its room from the first moment; more for what comes in sizes, and less for who is logged in and only has to subscribe', async () => {
    const page = await text('/free/');
    expect(page).toContain(':is([data-widget="checkout.store"],[data-widget="checkout.page"]');
    expect(page).toMatch(
      /\[data-widget="login\.paywall"\]:not\(\[data-state="failed"\]:not\(\[data-kept\]\)\)::before\{padding-bottom: max\(min\(39em,/,
    );
    expect(await php(`Newsstand\\widget('checkout.product', ['slug' => 'tee'])`)).toMatch(/data-slug="tee"[^>]* data-sized=""/);
    expect(await php(`Newsstand\\widget('checkout.product', ['slug' => 'mug'])`)).not.toContain('data-sized');
    expect(await text('/tides/', { cookie: 'newsstand-reader=1' })).toContain(
      'data-widget="login.paywall" data-when="visible" data-known="">',
    );
    expect(await text('/tides/')).not.toContain('data-known=');
    // A page that a cache may keep says nothing of its reader.
    await wp.run(
      `wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'open', 'post_title' => 'Open', 'post_content' => '[newsstand_login_paywall]']);`,
    );
    expect(await text('/open/', { cookie: 'newsstand-reader=1' })).not.toContain('data-known=');
  });

  test('a paywall has no more room than the ways to log in take, a page after the shop told them, and no page waits for that', async () => {
    await wp.run(`delete_transient(Newsstand\\key_of_goods());`);
    const paywall = async () => /<div data-widget="login.paywall"[^>]*>/.exec(await text('/tides/'))?.[0];
    logins = ['password', 'email-code', 'google', 'institutional'];
    asked = [];
    await paywall();
    await expect.poll(() => asked.map(({ url }) => url)).toContain('/api/page/article?widgets=checkout.add');
    expect(await paywall()).not.toContain('data-ways');
    for (const [now, says] of [
      [['password'], 'two'],
      [['password', 'google'], 'two'],
      [['email-code'], 'no-password'],
      [['email-code', 'google'], 'no-password'],
    ] as const) {
      logins = [...now];
      await wp.run(`$kept = get_transient(Newsstand\\key_of_goods()); set_transient(Newsstand\\key_of_goods(), ['until' => 0] + $kept);`);
      await paywall();
      await expect.poll(paywall, { message: now.join() }).toContain(` data-ways="${says}"`);
    }
    // What was told last holds while the shop is down.
    isDown = true;
    await wp.run(`$kept = get_transient(Newsstand\\key_of_goods()); set_transient(Newsstand\\key_of_goods(), ['until' => 0] + $kept);`);
    await paywall();
    expect(await paywall()).toContain(' data-ways="no-password"');
  });

  test('holds what the shop writes for readers without scripts; while the API is down, what it wrote last', async () => {
    const product = `Newsstand\\widget('checkout.product', ['slug' => 'mug'])`;
    expect(await php(product)).toContain('$18.00');
    await wp.run(`foreach ($GLOBALS['wpdb']->get_col("select option_name from {$GLOBALS['wpdb']->options} where option_name like '_transient_newsstand_%'") as $name) {
      $kept = get_option($name); update_option($name, ['until' => 0] + $kept);
    }`);
    isDown = true;
    expect(await php(product)).toContain('$18.00');
  });
});

describe('the shop’s pages', () => {
  test.each([
    ['/store/', 'checkout.store'],
    ['/store/checkout/', 'checkout.page'],
    ['/subscribe/', 'subscribe.builder'],
    ['/subscribe/redeem/?token=t', 'subscribe.redeem'],
    ['/donate/', 'subscribe.donate'],
    ['/receipts/?token=t', 'checkout.receipt'],
    ['/login/', 'login.page'],
    ['/account/', 'account.overview'],
    ['/account/address/ship-b/delete/', 'account.delete-address'],
    ['/mailing-list/', 'mailing-list.form'],
  ])('%s has the widget %s, and one loader', async (address, widget) => {
    const response = await get(address);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`<div data-widget="${widget}"`);
    expect(page.match(/<script[^>]*loader\.js[^>]*>/g)).toEqual([expect.stringMatching(/ async/)]);
  });

  test('the store’s page is the store alone: an empty cart below it would lead to where its reader is', async () => {
    expect((await text('/store/')).match(/<div data-widget="[^"]*"/g)).toEqual(['<div data-widget="checkout.store"']);
  });

  test('what one reader has, or a key opens, is kept by nobody, named to no other site and found by no search engine', async () => {
    for (const address of ['/account/', '/receipts/?token=t', '/invoice/abc/', '/account/subscriptions/abc/']) {
      const response = await get(address);
      expect(response.status, address).toBe(200);
      expect(response.headers.get('cache-control'), address).toContain('no-store');
      expect(response.headers.get('referrer-policy'), address).toBe('no-referrer');
      const page = await response.text();
      expect(page, address).toMatch(/name=.robots. content=.noindex/);
      expect(/<link rel="canonical" href="([^"]+)"/.exec(page)?.[1], address).toBe(SITE + address.replace('?token=t', ''));
    }
    expect((await get('/store/')).headers.get('cache-control') ?? '').not.toContain('no-store');
  });

  test('a product has its name, its own address, and words and data of the shop; one that is not sold, and none at all, is a 404', async () => {
    const page = await text('/store/product/mug/');
    expect(page).toContain('<title>Enamel Mug &#038; Saucer');
    expect(page).toContain('data-slug="mug"');
    expect(page).toContain('$18.00');
    expect(page).toContain(`<link rel="canonical" href="${SITE}/store/product/mug/"`);
    for (const gone of ['/store/product/gone/', '/store/product/', '/issue/', '/invoice/', '/store/100%/', '/%E0%A4'])
      expect((await get(gone)).status, gone).toBe(404);
  });

  test('a name with brackets is text, in the title and wherever a theme writes it', async () => {
    expect(await text('/store/product/sign/')).toMatch(/<title>Sign &lt;i&gt;/);
    const title = await php(`(function () {
      $GLOBALS['wp_query'] = $GLOBALS['wp_the_query'];
      $GLOBALS['wp_query']->query(['pagename' => 'store/product', 'newsstand_slug' => 'sign']);
      return get_the_title(get_queried_object_id());
    })()`);
    expect(title).toMatch(/^Sign &lt;i&gt;/);
  });

  test('an issue is sold in each of its media', async () => {
    const page = await text('/issue/salt/');
    expect(page).toContain('data-item="print-issue" data-ref="iss:7"');
    expect(page).toContain('data-item="digital-issue" data-ref="iss:7"');
  });

  test('an issue says of each box what it sells, and its price once', async () => {
    const page = await text('/issue/salt/');
    const box = (label: string, item: string, price: string) =>
      new RegExp(`<h2[^>]*>${label}</h2><div data-widget="checkout.add"[^>]* data-item="${item}"[^>]*>[^]*?${price}`);
    expect(page).toMatch(box('In print', 'print-issue', '\\$16\\.00'));
    expect(page).toMatch(box('As a file', 'digital-issue', '\\$8\\.00'));
    const [, body = ''] = page.split('<body');
    expect([body.match(/\$16\.00/g)?.length, body.match(/\$8\.00/g)?.length, body.match(/In stock/g)?.length]).toEqual([1, 1, 2]);
  });

  test('a picture of the shop’s is never wider than where it stands, also where no widget comes', async () => {
    expect(await text('/issue/salt/')).toMatch(/[;}]\.newsstand-picture img\{max-width:100%;height:auto\}/);
  });

  test('the shop’s data have the address that the page calls its own, to the slash; so has what subscriptions cost', async () => {
    const data = async (address: string) => {
      const page = await text(address);
      const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(page) ?? [];
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
      return { canonical, data: JSON.parse(json) as unknown };
    };
    const mug = `${SITE}/store/product/mug/`;
    expect(await data('/store/product/mug/')).toEqual({ canonical: mug, data: { '@type': 'Product', url: mug, offers: { url: mug } } });
    const rates = `${SITE}/subscribe/`;
    expect(await data('/subscribe/')).toEqual({ canonical: rates, data: { '@type': 'Product', url: rates } });
  });

  test.each([
    ['/subscribe/', '<h1>Subscribe</h1><table><td>$48.00</td>'],
    ['/donate/', '$25.00 once'],
    ['/store/checkout/', '<p>To order, write to <a'],
    ['/store/product/mug/', 'In stock</p></article><noscript><p>To order, write to <a'],
  ])('%s has what the shop says to who has no scripts, and once', async (address, words) => {
    const page = await text(address);
    expect(page).toContain(words);
    expect(page).not.toMatch(/If nothing comes|needs JavaScript/);
  });

  test.each(['/store/product/mug/', '/subscribe/', '/store/checkout/', '/login/'])(
    '%s has what can be done once its widget has failed, unseen until then',
    async (address) => {
      expect(await text(address)).toContain(
        '<p class="newsstand-failed" hidden>This part of the page could not be loaded. Load the page again, or write to <a href="mailto:us@house.example">us@house.example</a>.</p>',
      );
    },
  );

  const HEADED = [
    ['/issue/salt/', 'No. 7, Salt'],
    ['/store/product/mug/', 'Enamel Mug &amp; Saucer'],
    ['/subscribe/', 'Subscribe'],
    ['/account/', 'Your account'],
    ['/receipts/?token=t', 'Receipt'],
    ['/login/', 'Log in'],
  ] as const;
  const headings = async (address: string) => {
    const page = (await text(address)).replaceAll('&#038;', '&amp;');
    const found = [...page.matchAll(/<(h[1-6])[^>]*>([^]*?)<\/\1>/g)].map(([, level, words = '']) => `${level} ${words.trim()}`);
    return { page, found };
  };
  test.each(HEADED)('%s has one first heading without scripts, in a template that leaves it one: %s', async (address, name) => {
    const { found } = await headings(address);
    expect(found.filter((one) => one.startsWith('h1'))).toEqual([`h1 ${name}`]);
    expect(found.filter((one) => one.endsWith(name))).toHaveLength(1);
  });

  test('in a theme that writes titles, the shop’s own pages have one first heading, which is their widget’s, and menus keep their names', async () => {
    await wp.run(`switch_theme('plain');
      $menu = wp_create_nav_menu('Pages'); wp_update_nav_menu_item($menu, 0, ['menu-item-type' => 'post_type', 'menu-item-object' => 'page', 'menu-item-object-id' => Newsstand\\page_ids()['subscribe'], 'menu-item-status' => 'publish']);
      set_theme_mod('nav_menu_locations', ['primary' => $menu]);`);
    try {
      for (const [address, name] of HEADED) {
        const { page, found } = await headings(address);
        expect(
          found.filter((one) => one.startsWith('h1') && one !== 'h1 '),
          address,
        ).toEqual([`h1 ${name}`]);
        expect(
          found.filter((one) => one.endsWith(name)),
          address,
        ).toHaveLength(1);
        // What the theme writes around its title is not seen, and the widget's own heading is the page's first.
        expect(page.includes('.entry-title,.page-title):empty{display:none}'), address).toBe(address !== '/login/');
        if (address !== '/login/') expect(page, address).not.toMatch(/data-heading-level/);
        expect(page, address).toMatch(/<nav>[^]*>Subscribe<\/a>[^]*<\/nav>/);
      }
      expect(await text('/subscribe/')).toContain('<title>Subscribe');
      expect(await text('/free/')).not.toContain(':empty{display:none}');
    } finally {
      await wp.run(`wp_delete_nav_menu('Pages'); remove_theme_mod('nav_menu_locations'); switch_theme('twentytwentyfour');`);
    }
  });

  test('a block theme’s title goes too, where the page has a template with one', async () => {
    await wp.run(`delete_post_meta(Newsstand\\page_ids()['subscribe'], '_wp_page_template');`);
    try {
      const { page, found } = await headings('/subscribe/');
      expect(found.filter((one) => one.startsWith('h1'))).toEqual(['h1 Subscribe']);
      expect(page).toMatch(/<div data-widget="subscribe.builder"[^>]*><h1>Subscribe/);
      expect(page).not.toMatch(/class="[^"]*wp-block-post-title/);
      expect(await text('/login/')).toMatch(/class="[^"]*wp-block-post-title/);
    } finally {
      await wp.run(`update_post_meta(Newsstand\\page_ids()['subscribe'], '_wp_page_template', 'page-no-title');`);
    }
  });

  test.each([
    ['/account/name/', 'Change name'],
    ['/receipts/?token=t', 'Receipt'],
    ['/subscribe/renew/', 'Renew'],
  ])('%s says what it is for and what can be done, which is true of a widget that comes as of one that failed', async (address, name) => {
    const page = await text(address);
    expect(page).toContain(
      `<p class="newsstand-waiting">“${name}” opens here. If nothing comes, load the page again, or write to <a href="mailto:us@house.example">us@house.example</a>.</p>`,
    );
    expect(page).toContain(
      '<noscript><p>This part of the page needs JavaScript. Without it, write to <a href="mailto:us@house.example">us@house.example</a>.</p></noscript>',
    );
    expect(page).not.toContain('being fetched');
  });

  test('a page that stands for many names no address under which there is none', async () => {
    for (const address of ['/store/product/mug/', '/issue/salt/', '/invoice/abc/'])
      expect(await text(address), address).not.toMatch(/oembed|rel=.shortlink/);
    for (const kept of [/json\+oembed/, /rel=.shortlink/]) expect(await text('/subscribe/')).toMatch(kept);
  });

  test('a widget brings the first heading of a page that leaves it one, and nowhere else', async () => {
    expect(await text('/store/product/mug/')).not.toContain('data-heading-level');
    await wp.run(`wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'mugs', 'post_title' => 'Mugs',
      'post_content' => '[newsstand_checkout_product slug="mug"][newsstand_subscribe_builder][newsstand_subscribe_donate heading_level="3"]']);`);
    const post = await text('/mugs/');
    expect(post).toMatch(/<div data-widget="checkout.product"[^>]* data-heading-level="2"/);
    expect(post).toMatch(/<div data-widget="subscribe.builder"[^>]* data-heading-level="2"[^>]*><h2>Subscribe/);
    expect(post).toMatch(/<div data-widget="subscribe.donate"[^>]* data-heading-level="3"/);
    // A theme that writes the title over every page.
    await wp.run(`switch_theme('plain');`);
    expect(await text('/subscribe/')).not.toContain('data-heading-level');
    expect(await text('/mugs/')).toMatch(/<div data-widget="checkout.product"[^>]* data-heading-level="2"/);
    await wp.run(`switch_theme('twentytwentyfour');`);
  });

  test.each([
    ['checkout_product slug="mug"', 'Enamel Mug &amp; Saucer'],
    ['checkout_store tag="swag"', 'Harbour Chart'],
    ['subscribe_builder', 'Subscribe'],
    ['subscribe_donate', 'Donate'],
  ])('%s has the first heading of its words at the level that its author gave it, as the widget has', async (shortcode, name) => {
    const headingOf = async (level: string) =>
      /<(h[1-6])[^>]*>(?:<a[^>]*>)?([^<]+)/.exec(String(await php(`do_shortcode('[newsstand_${shortcode}${level}]')`)))?.slice(1);
    for (const level of [1, 3, 6]) expect(await headingOf(` heading_level="${level}"`)).toEqual([`h${level}`, name]);
    for (const none of ['', ' heading_level=""', ' heading_level="9"', ' heading_level="h4"'])
      expect(await headingOf(none), none).toEqual(['h2', name]);
    const block = shortcode.slice(0, shortcode.search(/ |$/)).replace('_', '-');
    const attributes = JSON.stringify({ slug: 'mug', tag: 'swag', 'heading-level': '4' });
    expect(await php(`do_blocks('<!-- wp:newsstand/${block} ${attributes} /-->')`)).toContain(`<h4`);
  });

  test('on the shop’s own page, too, the level that its author gave a widget is that of its words', async () => {
    const own = (shortcode: string) =>
      wp.run(
        `wp_update_post(['ID' => Newsstand\\page_ids()['subscribe'], 'post_content' => '[newsstand_subscribe_builder${shortcode}]']);`,
      );
    await own(' heading_level="3"');
    expect(await text('/subscribe/')).toMatch(/<div data-widget="subscribe.builder"[^>]* data-heading-level="3"[^>]*><h3>Subscribe/);
    await own('');
    expect(await text('/subscribe/')).toMatch(/<div data-widget="subscribe.builder"[^>]*><h1>Subscribe/);
  });

  test('a level that is none is told to who writes the page and, as every wrong option, to the console, and to readers not at all', async () => {
    const made = `do_shortcode('[newsstand_account_name heading_level="9"]')`;
    const words = 'The level of a first heading is a number from 1 to 6, and not “9”.';
    expect(await php(made)).toMatch(/^<div data-widget="account.name"[^>]* data-heading-level="9"/);
    expect(await php(`(function () { wp_set_current_user(1); return ${made}; })()`)).toContain(
      `<p class="newsstand-missing" role="note">${words}</p><div`,
    );
  });

  test('made twice they are there once; one that the publisher deleted is made anew', async () => {
    expect(await php(`Newsstand\\create_pages()`)).toEqual([]);
    await wp.run(`wp_delete_post(get_page_by_path('donate')->ID, true);`);
    expect(await php(`Newsstand\\create_pages()`)).toEqual(['donate']);
  });

  test('products and issues are in WordPress’s sitemap by this site’s address, and readers’ own pages are not', async () => {
    const goods = await text('/wp-sitemap-newsstand-1.xml');
    expect(goods).toContain(`${SITE}/store/product/mug/`);
    expect(goods).toContain(`<loc>${SITE}/issue/salt/</loc><lastmod>2026-03-01</lastmod>`);
    expect(goods).not.toContain('elsewhere');
    expect(await text('/wp-sitemap.xml')).toContain('wp-sitemap-newsstand-1.xml');
    const pages = await text('/wp-sitemap-posts-page-1.xml');
    expect(pages).toContain(`${SITE}/subscribe/`);
    for (const own of ['/account/', '/receipts/', '/invoice/', '/store/product/']) expect(pages).not.toContain(`${SITE}${own}`);
  });
});

describe('a post for subscribers', () => {
  const subscriber = { cookie: 'sid=of-a-subscriber' };
  const askedForReader = () => asked.filter(({ url }) => url.startsWith('/api/access/entitlement'));
  beforeEach(() => {
    entitled = (cookie) => cookie === subscriber.cookie;
  });

  test.each(['tides', 'causeway', 'ferries'])(
    '%s is whole for who may read it, and its beginning with the paywall for all others',
    async (slug) => {
      const whole = await text(`/${slug}/`, subscriber);
      expect(whole).toContain(WHOLE);
      expect(whole).not.toContain('<div data-widget="login.paywall"');
      for (const other of [{}, { cookie: 'sid=of-another' }]) {
        const page = await text(`/${slug}/`, other as Record<string, string>);
        expect(page).not.toContain(WHOLE);
        expect(page).toContain('<div data-widget="login.paywall"');
        expect(page).toMatch(/Tides are early|The road floods|Ferries &lt;b&gt;run|Ferries run/);
      }
    },
  );

  test(
    'a search does not tell whether a word stands in the hidden text, and finds what everybody may read',
    async () => {
      const finds = (words: string, slug: string) =>
        Promise.all(
          [`/?s=${words}`, `/wp-json/wp/v2/posts?search=${words}`, `/feed/?s=${words}`].map(async (address) =>
            (await text(address, subscriber)).replaceAll('\\/', '/').includes(`${SITE}/${slug}/`),
          ),
        );
      const [never, always] = [
        [false, false, false],
        [true, true, true],
      ];
      expect(await finds('low+water', 'tides')).toEqual(never);
      expect(await finds('low+water', 'ferries')).toEqual(never);
      expect(await finds('tides', 'tides')).toEqual(always);
      expect(await finds('run', 'ferries')).toEqual(always);
      expect(await finds('everybody', 'free')).toEqual(always);
      // Nor whether it does not.
      expect(await finds('tides+-water', 'tides')).toEqual(always);
      expect(await finds('tides+-nothing', 'tides')).toEqual(always);
      expect(await finds('ferries+-run', 'ferries')).toEqual(never);
      const inText = await text('/wp-json/wp/v2/posts?search=tides&search_columns[]=post_content', subscriber);
      expect(inText).toBe(await text('/wp-json/wp/v2/posts?search=tides', subscriber));
    },
    MINUTE,
  );

  test('of a post that is shorter than a beginning half is shown', async () => {
    const page = await text('/short/');
    expect(page).toContain('One two three four five');
    expect(page).not.toContain('six');
    expect(await text('/short/', subscriber)).toContain('six seven eight nine ten');
  });

  test('neither is kept by any cache: who logs in is not left with the beginning, and a guest never gets the whole', async () => {
    for (const headers of [{}, subscriber]) {
      const response = await get('/tides/', headers);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('vary')).toContain('Cookie');
    }
    const [before, after] = [await text('/tides/', subscriber), ((entitled = () => false), await text('/tides/', subscriber))];
    expect([before.includes(WHOLE), after.includes(WHOLE)]).toEqual([true, false]);
    expect((await get('/free/')).headers.get('cache-control') ?? '').not.toContain('no-store');
  });

  test('the API is asked with the session alone, for the post’s path, and not at all for who has none', async () => {
    await text('/tides/?from=letter', { cookie: `wordpress_logged_in_x=secret; ${subscriber.cookie}; other=1` });
    expect(askedForReader().map(({ url, headers }) => [url, headers.cookie])).toEqual([
      ['/api/access/entitlement?path=%2Ftides%2F', subscriber.cookie],
    ]);
    asked = [];
    await text('/tides/');
    expect(askedForReader()).toEqual([]);
  });

  test('while the API is down nobody reads on', async () => {
    isDown = true;
    expect(await text('/tides/', subscriber)).not.toContain(WHOLE);
  });

  test.each([
    '/feed/',
    '/',
    '/?s=low+water',
    '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/search?search=tides',
    '/wp-json/oembed/1.0/embed?url=http%3A%2F%2Flocalhost%3A4600%2Ftides%2F',
    '/tides/feed/',
    '/tides/embed/',
  ])('%s has no more than its beginning, whoever asks', async (address) => {
    const response = await get(address, subscriber);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(WHOLE);
  });
});

describe('behind a page cache of WordPress’s own, which reads no headers and knows no cookie of ours', () => {
  let cached: WordPress;
  beforeAll(async () => {
    cached = await openWordPress({ files: await getWordPress(FILES), data, url: SITE, isCached: true });
  }, GETTING);
  afterAll(() => cached.close());
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await cached.fetch(new Request(SITE + address, { headers }));
    return { page: await answer.text(), isKept: answer.headers.get('x-page-cache') === 'hit' };
  };
  const subscriber = { cookie: 'newsstand-reader=1; sid=abc' };

  test('a post for all is kept for all; one for subscribers is whole for them and begun for guests, in whatever order they come', async () => {
    entitled = (cookie) => cookie?.includes('sid=abc') ?? false;
    const first = await ask('/free/');
    expect([first.isKept, await ask('/free/', subscriber)]).toEqual([false, { page: first.page, isKept: true }]);
    for (const reader of [{}, subscriber, {}, subscriber]) {
      const { page, isKept } = await ask('/tides/', reader);
      expect([page.includes(WHOLE), isKept]).toEqual([reader === subscriber, false]);
    }
  });

  test('what one reader has, or a key in a path opens, is made anew, and so is each call', async () => {
    for (const address of ['/account/', '/account/subscriptions/key/', '/invoice/key/', '/api/cart', '/api/cart'])
      expect([address, (await ask(address)).isKept, (await ask(address)).isKept]).toEqual([address, false, false]);
    expect(asked.filter(({ url }) => url === '/api/cart')).toHaveLength(4);
  });

  test('a post that is closed or opened is told to caches, which kept it as it was', async () => {
    const told = await php(`(function () {
      $told = [];
      $note = function ($post) use (&$told) { $told[] = get_post($post)->post_name; };
      add_action('clean_post_cache', $note);
      $id = get_page_by_path('free', OBJECT, 'post')->ID;
      update_post_meta($id, 'mood', 'calm');
      $of_others = $told;
      update_post_meta($id, Newsstand\\FOR_SUBSCRIBERS, '1');
      delete_post_meta($id, Newsstand\\FOR_SUBSCRIBERS);
      remove_action('clean_post_cache', $note);
      return [$of_others, $told];
    })()`);
    expect(told).toEqual([[], ['free', 'free']]);
  });
});

test('of a post that has a password as well nobody without it reads even the beginning, and with it a guest reads no more', async () => {
  await wp.run(`$id = wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'sealed', 'post_title' => 'Sealed', 'post_password' => 'open',
    'post_content' => '<p>Sealed with wax.</p><!--more--><p>${WHOLE}</p>']);
    update_post_meta($id, Newsstand\\FOR_SUBSCRIBERS, '1');`);
  const sealed = await text('/sealed/');
  expect(sealed).toContain('post-password-form');
  const others = [
    '/',
    '/feed/',
    '/?s=sealed',
    '/sealed/feed/',
    '/wp-json/wp/v2/posts?slug=sealed',
    '/wp-json/wp/v2/posts?slug=sealed&password=no',
  ];
  for (const expected of [sealed, ...(await Promise.all(others.map((address) => text(address))))])
    for (const words of ['Sealed with wax', WHOLE]) expect(expected).not.toContain(words);
  const opened = await php(`(function () {
    require_once ABSPATH . 'wp-includes/class-phpass.php';
    return (new PasswordHash(8, true))->HashPassword('open');
  })()`);
  const hash = await php(`COOKIEHASH`);
  const page = await text('/sealed/', { cookie: `wp-postpass_${String(hash)}=${encodeURIComponent(String(opened))}` });
  expect([page.includes('Sealed with wax'), page.includes(WHOLE)]).toEqual([true, false]);
  await wp.run(`wp_delete_post(get_page_by_path('sealed', OBJECT, 'post')->ID, true);`);
});

test('neither the block of the latest posts, set to whole posts, nor the footnotes in the REST API tell what is for subscribers', async () => {
  await wp.run(`$post = get_page_by_path('tides', OBJECT, 'post');
    update_post_meta($post->ID, 'footnotes', wp_json_encode([['id' => 'a', 'content' => 'Nobody may read this note.']]));
    wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'latest', 'post_title' => 'Latest',
      'post_content' => '<!-- wp:latest-posts {"postsToShow":20,"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->']);`);
  const latest = await text('/latest/');
  expect(latest).toContain('wp-block-latest-posts');
  expect(latest).toContain('/tides/');
  expect(latest).not.toContain(WHOLE);
  const [post] = JSON.parse(await text('/wp-json/wp/v2/posts?slug=tides'));
  expect([post.slug, JSON.stringify(post).includes('Nobody may read')]).toEqual(['tides', false]);
});

test('what anybody writes behind an address counts on the shop’s own pages alone', async () => {
  await wp.run(`wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'boxed', 'post_title' => 'Boxed',
    'post_content' => '[newsstand_checkout_product][newsstand_subscribe_redeem]<!-- wp:newsstand/issue /-->']);`);
  const page = await text('/boxed/?newsstand_slug=mug&newsstand_token=abc&newsstand_issue=salt');
  expect(page).toContain('<div data-widget="subscribe.redeem"');
  for (const expected of ['data-slug="', 'data-token="', 'Enamel Mug', 'No. 7, Salt']) expect(page).not.toContain(expected);
  expect(await text('/store/product/mug/')).toContain('data-slug="mug"');
});

test('a post that names a product which the store does not have says so, and does not say to load the page again', async () => {
  await wp.run(`wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_name' => 'gone', 'post_title' => 'Gone',
    'post_content' => '[newsstand_checkout_product slug="nobody-sells-it"]']);`);
  const page = await text('/gone/');
  expect(page).toContain('<p class="newsstand-gone">This is not in the store any more. <a href=');
  expect(page).not.toContain('newsstand-failed"');
  expect(await text('/store/product/mug/')).not.toContain('newsstand-gone');
});

describe('of a good that the store does not have', () => {
  const GONE_GOODS = [
    '[newsstand_checkout_product slug="nobody-sells-it"]',
    '[newsstand_checkout_add item="basic-product" ref="prd:nobody-sells-it"]',
    '[newsstand_checkout_add item="print-issue" ref="iss:99"]',
    '[newsstand_checkout_add item="sized-product" ref="sze:mug-xxl"]',
  ];
  const THERE = [
    '[newsstand_checkout_product slug="mug"]',
    '[newsstand_checkout_add item="sized-product" ref="prd:mug"]',
    '[newsstand_checkout_add item="sized-product" ref="sze:mug-s"]',
    '[newsstand_checkout_add item="print-issue" ref="iss:7"]',
  ];
  const made = async (content: string): Promise<string> =>
    String(await php(`do_shortcode(base64_decode('${Buffer.from(content).toString('base64')}'))`));

  test.each(GONE_GOODS)('readers are told that it is not there any more, and no room is kept for it: %s', async (content) => {
    const page = await made(content);
    expect(page).toContain('<p class="newsstand-gone">This is not in the store any more. <a href=');
    expect(page).toContain(' data-gone=""');
    expect(page).not.toContain('newsstand-failed');
    expect(await text('/')).toContain(
      '[data-widget][data-gone]{display:block!important}[data-widget][data-gone]::before{content:none!important}',
    );
  });

  test.each(THERE)('and of one that it has, nothing of the kind: %s', async (content) => {
    expect(await made(content)).not.toContain('gone');
  });

  test.each(GONE_GOODS)('what the publisher wrote for such a case stays: %s', async (content) => {
    const name = /newsstand_\w+/.exec(content)?.[0];
    const page = await made(`${content}<p>Ask us.</p>[/${name}]`);
    expect(page).toContain('<p>Ask us.</p></div>');
    expect(page).toContain(' data-gone=""');
  });

  test('its author is told so in the editor, in place of a sketch of it', async () => {
    const block = (name: string, options: Record<string, string>) =>
      php(`(function () {
        wp_set_current_user(1);
        define('REST_REQUEST', true);
        return render_block(['blockName' => 'newsstand/${name}', 'attrs' => json_decode('${JSON.stringify(options)}', true), 'innerBlocks' => [], 'innerHTML' => '', 'innerContent' => []]);
      })()`);
    const editor = await block('checkout-product', { slug: 'nobody-sells-it' });
    expect(editor).toContain('The store has no product “nobody-sells-it”: choose another one.');
    expect(await block('checkout-add', { item: 'basic-product', ref: 'prd:nobody-sells-it' })).toContain(
      'The store has no product “prd:nobody-sells-it”: choose another one.',
    );
  });

  test('while the shop cannot be asked, nothing is gone', async () => {
    await wp.run(`delete_transient('newsstand_sold_' . md5(Newsstand\\setting('api')));`);
    isDown = true;
    for (const content of GONE_GOODS) expect(await made(content)).not.toContain('gone');
  });
});

test('where a word stands in the hidden rest, neither the search nor its order tells', async () => {
  const order = await php(`(new WP_Query(['s' => 'ferries', 'post_status' => 'publish']))->request`);
  expect(order).toMatch(/ORDER BY \(CASE WHEN/);
  expect(String(order).replace(/SELECT[^]*ORDER BY/, '')).not.toContain('post_content');
});

test('the shop’s own pages ask for their first files at once, and no other page does', async () => {
  const store = await text('/store/');
  expect(store).toContain(`<link rel="preload" as="script" crossorigin href="${apiUrl}/mf/shell/1/platform.js" integrity="sha256-p">`);
  expect(store).toContain(`href="${apiUrl}/mf/checkout/2/entry.js"`);
  expect(store).toContain(`href="${apiUrl}/mf/checkout/2/store.js"`);
  expect(await text('/free/')).not.toContain('rel="preload" as="script"');
  // Where a reader must agree first the publisher's own code takes them out.
  const asked = `array_keys(Newsstand\\first_files('checkout.store'))`;
  expect(await php(asked)).toContain(`${apiUrl}/mf/checkout/2/entry.js`);
  expect(await php(`add_filter('newsstand_first_files', '__return_empty_array') ? ${asked} : null`)).toEqual([]);
});

describe('a reader as a user of WordPress’s', () => {
  const reader = (ref: string, email: string, more: Record<string, unknown> = {}) => ({
    account: { ref, email, name: 'Ada Reader', email_proved: true, ...more },
    view_only: false,
  });
  /** Visits the account's page; answers whose login WordPress gave or took (`''`), or null where it did neither. */
  const visit = async (cookie: string, address = '/account/', method = 'GET'): Promise<string | null> => {
    const answer = await wp.fetch(new Request(SITE + address, { headers: { cookie }, method }));
    const given = answer.headers.getSetCookie().findLast((one) => one.startsWith('wordpress_logged_in_'));
    if (given === undefined) return null;
    const value = decodeURIComponent(given.slice(given.indexOf('=') + 1, given.indexOf(';')));
    return value.trim() === '' ? '' : value.slice(0, value.indexOf('|'));
  };
  const user = (login: string) =>
    php(`(function () {
      $user = get_user_by('login', '${login}');
      return [$user->user_email, $user->display_name, $user->roles, get_user_meta($user->ID, '_newsstand_reader', true)];
    })()`);
  /** The cookie of somebody who logged in at WordPress's own door. */
  const loggedIn = async (login: string): Promise<string> =>
    String(
      await php(`(function () {
        $id = get_user_by('login', '${login}')->ID;
        $until = time() + 3600;
        return LOGGED_IN_COOKIE . '=' . rawurlencode(wp_generate_auth_cookie($id, $until, 'logged_in', WP_Session_Tokens::get_instance($id)->create($until)));
      })()`),
    );
  const register = (login: string, email: string, role = 'subscriber') =>
    wp.run(`wp_insert_user(['user_login' => '${login}', 'user_email' => '${email}', 'user_pass' => 'known', 'role' => '${role}']);`);
  beforeEach(() => set({ loader: apiUrl, api: apiUrl, secret: SECRET, users: 'linked' }));
  afterEach(async () => {
    accounts = {};
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
  });

  test('is made at the first visit with no right but to read, is the same at the next, and has the reader’s new address', async () => {
    accounts['sid=ada'] = reader('R-ADA', 'ada@reader.example');
    const login = await visit('sid=ada');
    expect(login).toMatch(/^reader-/);
    expect(await user(login ?? '')).toEqual(['ada@reader.example', 'Ada Reader', ['subscriber'], 'R-ADA']);
    accounts['sid=later'] = reader('R-ADA', 'ada@elsewhere.example');
    expect(await visit('sid=later')).toBe(login);
    expect(await user(login ?? '')).toMatchObject({ 0: 'ada@elsewhere.example', 3: 'R-ADA' });
    // With both logins nothing more happens; without ours WordPress's ends, with the way out at once.
    const both = `sid=later; ${await loggedIn(login ?? '')}`;
    expect(await visit(both)).toBeNull();
    expect(await visit(both, '/logout', 'POST')).toBe('');
    expect(await visit(await loggedIn(login ?? ''))).toBe('');
    isDown = true;
    expect(await visit(`sid=later; ${await loggedIn(login ?? '')}`)).toBeNull();
  });

  test('is nobody while the mailbox is not proved, while staff looks, where nobody is logged in, and unless the publisher wants it', async () => {
    accounts['sid=new'] = reader('R-NEW', 'new@reader.example', { email_proved: false });
    accounts['sid=staff'] = { ...reader('R-SEEN', 'seen@reader.example'), view_only: true };
    accounts['sid=well'] = reader('R-WELL', 'well@reader.example');
    expect([await visit('sid=new'), await visit('sid=staff'), await visit('sid=gone'), await visit('')]).toEqual([null, null, null, null]);
    expect(await visit('sid=well', '/free/')).toBeNull();
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    expect(await visit('sid=well')).toBeNull();
    expect(await php(`count(get_users(['search' => '*@reader.example']))`)).toBe(0);
  });

  test('is not whoever registered here with the address first; who is logged in as both is, and the password of before opens nothing', async () => {
    await register('squatter', 'eve@victim.example');
    accounts['sid=eve'] = reader('R-EVE', 'eve@victim.example');
    expect(await visit('sid=eve')).toBeNull();
    expect(await user('squatter')).toMatchObject({ 3: '' });
    const before = await loggedIn('squatter');
    expect(await visit(`sid=eve; ${before}`)).toBe('squatter');
    expect(await user('squatter')).toMatchObject({ 3: 'R-EVE' });
    expect(await php(`is_wp_error(wp_authenticate('squatter', 'known'))`)).toBe(true);
    // The session that was there before is gone as well.
    expect(await visit(before)).toBeNull();
  });

  test('is nobody who works here, whatever their address, nor whoever was given more than to read since', async () => {
    await register('editor', 'ed@house.example', 'editor');
    accounts['sid=ed'] = reader('R-ED', 'ed@house.example');
    expect(await visit('sid=ed')).toBeNull();
    expect(await visit(`sid=ed; ${await loggedIn('editor')}`)).toBeNull();
    expect(await user('editor')).toMatchObject({ 3: '' });
    accounts['sid=risen'] = reader('R-RISEN', 'risen@house.example');
    const login = await visit('sid=risen');
    await wp.run(`get_user_by('login', '${login}')->set_role('author');`);
    expect(await visit('sid=risen')).toBeNull();
  });
});

describe('calls that the plugin passes on', () => {
  test('a change goes to the API with the reader’s cookies, but not with WordPress’s, and comes back with all of its own', async () => {
    const response = await wp.fetch(
      new Request(`${SITE}/api/cart?x=1`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: 'sid=a; wordpress_logged_in_x=secret',
          origin: SITE,
          authorization: 'Basic eDp5',
          'x-forwarded-for': '1.2.3.4',
        },
        body: '{"name":"O\'Hara \\"x\\""}',
      }),
    );
    expect([response.status, await response.json()]).toEqual([201, { cart: 1 }]);
    expect(response.headers.getSetCookie()).toEqual(['sid=new; Path=/', 'count=1; Path=/']);
    const [call] = asked;
    expect(call).toMatchObject({ method: 'POST', url: '/api/cart?x=1', body: '{"name":"O\'Hara \\"x\\""}' });
    // The password of a site that is guarded as a whole is none of the API's.
    expect(call?.headers.authorization).toBeUndefined();
    expect(call?.headers).toMatchObject({
      cookie: 'sid=a',
      origin: SITE,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost:4600',
    });
  });

  test('a redirect is the browser’s to follow', async () => {
    const response = await get('/oauth/google?url=/');
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://accounts.example/']);
  });

  test('what leaves the API’s folders, and its figures, are not passed on; what is too large is refused', async () => {
    for (const address of ['/api/%2e%2e/admin', '/api/..%2fadmin', '/api/metrics', '/api/%6detrics']) await get(address);
    expect(asked).toEqual([]);
    const large = await wp.fetch(new Request(`${SITE}/api/cart`, { method: 'POST', body: 'x'.repeat(256 * 1024 + 1) }));
    expect([large.status, asked]).toEqual([413, []]);
  });

  test('what begins with no slash, and so would name another host, is not passed on', async () => {
    const targets = ['/api/cart', '@other.example/api/cart', '.other.example/api/cart', ':81/api/cart', 'http://other.example/api/cart'];
    expect(await php(`array_map(Newsstand\\is_call(...), ${JSON.stringify(targets)})`)).toEqual([true, false, false, false, false]);
  });

  test('what was passed on once is not passed on again, where the API’s address is the site’s own in other letters', async () => {
    await get('/api/cart');
    const headers = Object.fromEntries(Object.entries(asked[0]?.headers ?? {}).map(([name, value]) => [name, String(value)]));
    asked = [];
    const again = await get('/api/cart', headers);
    expect([again.status, await again.json(), asked]).toEqual([502, { errors: 'This site passes calls on to itself.' }, []]);
  });

  test('an API that cannot be reached is a 502 in the shape of a refusal', async () => {
    await set({ loader: apiUrl, api: 'http://127.0.0.1:9', secret: SECRET });
    const response = await get('/api/cart');
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([502, ['errors']]);
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
  });
});

describe('where the publication has its pages elsewhere', () => {
  const become = async (own: Record<string, string>) => {
    paths = own;
    await wp.run(`delete_option('newsstand_paths');`);
  };
  afterEach(() => become({}));
  const OWN = {
    '/store': '/winkel/',
    '/store/product/{slug}': '/winkel/?boek={slug}',
    '/invoice/{token}': '/rekening/{token}',
    '/receipts?token={token}': '/w%C3%AAreld?token={token}',
    '/issue/{slug}': '/za%C5%BC%C3%B3%C5%82%C4%87/{slug}',
    '/store/checkout': '/%D0%BA%D0%B0%D1%81%D1%81%D0%B0/',
    '/login': '/meld-aan',
  };

  test('each stands there, told apart by folder, name or query', async () => {
    await become(OWN);
    expect(await text('/winkel/')).toContain('<div data-widget="checkout.store"');
    const mug = await text('/winkel/?boek=mug&utm_source=letter');
    expect(mug).toContain('data-slug="mug"');
    expect(mug).toMatch(/<link rel="canonical" href="http:\/\/localhost:4600\/winkel\/\?boek=mug"/);
    expect((await get('/winkel/?boek=gone')).status).toBe(404);
    expect(await text('/rekening/abc')).toContain('data-token="abc"');
    const receipt = await get(`${encodeURI('/wêreld')}?token=t`);
    expect([receipt.status, receipt.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await receipt.text()).toContain('<div data-widget="checkout.receipt"');
    const salt = `${SITE}/za%C5%BC%C3%B3%C5%82%C4%87/salt`;
    expect(await text(encodeURI('/zażółć/salt'))).toContain(`<link rel="canonical" href="${salt}"`);
    expect(await text(encodeURI('/касса/'))).toContain('<div data-widget="checkout.page"');
    expect((await get('/free/')).status).toBe(200);
  });

  test('links and the sitemap lead there, and the API is asked once in five minutes', async () => {
    await become(OWN);
    expect(await php(`Newsstand\\widget('login.header')`)).toContain('href="http://localhost:4600/meld-aan"');
    expect(await php(`get_permalink(get_page_by_path('store'))`)).toBe('http://localhost:4600/winkel/');
    expect(await php(`get_permalink(get_page_by_path('store/checkout'))`)).toBe(`${SITE}/%D0%BA%D0%B0%D1%81%D1%81%D0%B0/`);
    const sitemap = await text('/wp-sitemap-newsstand-1.xml');
    for (const url of ['/winkel/?boek=mug', '/za%C5%BC%C3%B3%C5%82%C4%87/salt'])
      expect(sitemap).toContain(`<loc>http://localhost:4600${url}</loc>`);
    expect(asked.filter(({ url }) => url === '/api/page/article?widgets=login.page').length).toBe(1);
  });

  test('what was told last stays while the API is down', async () => {
    await become(OWN);
    await text('/winkel/');
    isDown = true;
    await wp.run(`update_option('newsstand_paths', ['until' => 0] + get_option('newsstand_paths'));`);
    expect(await text('/winkel/')).toContain('<div data-widget="checkout.store"');
  });

  test('the check says that they agree, and where they do not', async () => {
    await become(OWN);
    expect((await found()).join('\n')).toMatch(/well: Pages and the publication’s paths agree; 7 are not at the standard address/);
    await become({ '/donate': '/%D0%B4%D0%B0%D1%80' });
    await wp.run(`wp_update_post(['ID' => get_page_by_path('donate')->ID, 'post_name' => 'дар']);`);
    expect((await found()).filter((words) => words.startsWith('wrong')).join('\n')).not.toContain('“donate”');
    await wp.run(`wp_update_post(['ID' => get_page_by_path('дар')->ID, 'post_name' => 'donate']);`);
    await become({ '/store': '/free', '/donate': '/gee' });
    await wp.run(
      `wp_update_post(['ID' => get_page_by_path('donate')->ID, 'post_name' => 'bydrae']); wp_update_post(['ID' => get_page_by_path('mailing-list')->ID, 'post_name' => 'brief']);`,
    );
    const wrong = (await found()).filter((words) => words.startsWith('wrong')).join('\n');
    await wp.run(
      `wp_update_post(['ID' => get_page_by_path('bydrae')->ID, 'post_name' => 'donate']); wp_update_post(['ID' => get_page_by_path('brief')->ID, 'post_name' => 'mailing-list']);`,
    );
    expect(wrong).toContain('The publication has “store” at /free, where this site has “Free”');
    expect(wrong).toContain('The page “donate” is kept at /bydrae, and the publication has it at /gee, where it is shown.');
    expect(wrong).toContain('The page “mailing-list” has another address now: widgets link to /mailing-list.');
  });
});

describe('the check', () => {
  /** Another server, with a script that is none of ours, and with the loader in a folder. */
  let other: Server;
  let otherUrl = '';
  /** This site at another of its names, as it passes calls on to the API by the settings that are kept (calls.php). */
  let alias: Server;
  let aliasUrl = '';
  beforeAll(async () => {
    alias = createServer((request, response) => {
      if (request.headers['x-newsstand-passed-on'] === undefined) return void answer(request, response);
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end('{"errors":"This site passes calls on to itself."}');
    });
    await new Promise<void>((resolve) => alias.listen(0, '127.0.0.1', resolve));
    const its = alias.address();
    aliasUrl = `http://127.0.0.1:${typeof its === 'object' ? its?.port : 0}`;
    other = createServer((request, response) => {
      const isLoader = request.url === '/shell/loader.js';
      const isScript = isLoader || request.url === '/other.js';
      response.writeHead(isScript ? 200 : 404, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isLoader ? LOADER : '');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    otherUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(() => {
    other.close();
    alias.close();
  });

  test('says that all is well', async () => {
    expect((await found()).filter((words) => words.startsWith('wrong'))).toEqual([]);
    expect((await found()).length).toBeGreaterThan(3);
  });

  test.each([
    [{ api: 'http://127.0.0.1:9' }, /does not reach the API at/],
    [{ api: '' }, /address of the API is not set/],
    [{ loader: '{api}/nothing.js' }, /not the loader, which is at http:\S+\/loader\.js/],
    [{ secret: 'another' }, /not the API’s ENTITLEMENT_SECRET/],
    [{ signed_by: 'https://other.example' }, /signs as http:\/\/localhost:4600, and not as https:\/\/other\.example/],
    [{ publication: 'other' }, /signs for the publication “main”, and not for “other”/],
    [{ publication: 'nope', secret: '' }, /signs for the publication “main”, and not for “nope”/],
    [{ calls: 'browser' }, /set ALLOWED_ORIGINS=http:\/\/localhost:4600/],
  ])('of %j says what is wrong', async (changed, words) => {
    const given = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value.replace('{api}', apiUrl)]));
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET, ...given });
    const wrong = (await found()).filter((one) => one.startsWith('wrong'));
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    expect(wrong.join('\n')).toMatch(words);
  });

  /**
   * What the check says with one thing broken: all that is wrong, in the order of its lines, and what must not be said
   * to be well.
   */
  test.each([
    {
      broken: 'the API is down',
      changed: { api: 'http://127.0.0.1:9' },
      wrong: [/does not reach the API/, /^wrong: Posts for subscribers stay closed to everybody until/],
    },
    { broken: 'there is no API', changed: { api: '' }, wrong: [/API is not set/, /Posts for subscribers stay closed/] },
    { broken: 'what is there is no API', changed: { api: '{other}' }, wrong: [/answers with 404/, /Posts for subscribers stay closed/] },
    {
      broken: 'something is typed behind the API’s address',
      changed: { api: '{api}/api/' },
      wrong: [/^wrong: The API is at http:\S+: leave “\/api\/” out/, /Posts for subscribers stay closed/],
    },
    {
      broken: 'the loader’s address is the API’s, and the API’s the loader’s',
      changed: { api: '{other}/shell', loader: '{api}/api' },
      wrong: [
        /not the API, which is at http:\S+: the addresses of API and loader seem to be exchanged/,
        /not the loader, which is at/,
        /Posts for subscribers stay closed/,
      ],
    },
    {
      broken: 'the API’s address is the site’s own',
      changed: { api: SITE },
      wrong: [/^wrong: http:\/\/localhost:4600 is this site itself/, /Posts for subscribers stay closed/],
    },
    {
      broken: 'the API’s address is another name of the site’s own, where all is well until it is saved',
      changed: { api: '{alias}' },
      wrong: [/^wrong: http:\S+ is this site itself, which would ask itself for ever/, /Posts for subscribers stay closed/],
    },
    {
      broken: 'the same with something behind it',
      changed: { api: '{alias}/api' },
      wrong: [/^wrong: http:\S+ is this site itself, which would ask itself for ever/, /Posts for subscribers stay closed/],
    },
    { broken: 'the script is another', changed: { loader: '{other}/other.js' }, wrong: [/other\.js is another one, and not the loader/] },
    {
      broken: 'an address of a page is the loader’s',
      changed: { loader: '{api}/store/' },
      wrong: [/not the loader, which is at http:\S+\/loader\.js: type http/],
    },
    // Browsers may reach it all the same.
    { broken: 'this server does not reach the loader', changed: { loader: 'http://127.0.0.1:9' }, wrong: [] },
    { broken: 'there is no loader', changed: { loader: '' }, wrong: [/loader is not set/] },
    { broken: 'the secret is another', changed: { secret: 'another' }, wrong: [/not the API’s ENTITLEMENT_SECRET/] },
    { broken: 'the site has https', changed: {}, https: true, wrong: [/do not load a script by http/, /signs as http/] },
    {
      broken: 'the site has https and browsers call the API',
      changed: { calls: 'browser', secret: '' },
      https: true,
      wrong: [/do not load a script by http/, /do not call http:\/\/127.* from a site with https/],
    },
  ])('says all that is wrong, and nothing else, where $broken', async ({ changed, https, wrong }) => {
    const given = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [
        name,
        value.replace('{api}', apiUrl).replace('{other}', otherUrl).replace('{alias}', aliasUrl),
      ]),
    );
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET, ...given });
    const secure = https ? `add_filter('home_url', fn($url) => preg_replace('/^http:/', 'https:', $url));` : '';
    const lines = (await php(`(function () { ${secure}
      $found = Newsstand\\check();
      remove_all_filters('home_url');
      return array_map(fn($one) => ($one['ok'] === false ? 'wrong: ' : 'well: ') . $one['words'], $found);
    })()`)) as string[];
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    expect(lines.filter((line) => line.startsWith('wrong'))).toEqual(wrong.map((words) => expect.stringMatching(words)));
  });

  /** A server that answers one request at a time would wait for itself. */
  test.each([
    { given: { loader: SITE }, wrong: [] },
    { given: { loader: `${SITE}/files/loader.js` }, wrong: [] },
    { given: { loader: SITE, api: '{other}/shell' }, wrong: [/there is not the API|something answers with 404/, /stay closed/] },
    {
      given: { api: SITE, calls: 'server' },
      asks: 1,
      wrong: [/^At its own address http:\/\/localhost:4600 .* It may answer one request at a time/, /stay closed/],
    },
  ])('asks this site itself as little as can be: $given', async ({ given, asks = 0, wrong }) => {
    const changed = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace('{other}', otherUrl)]));
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET, ...changed });
    const [own, lines] = (await php(`(function () {
      $own = [];
      $refuse = function ($answer, $args, $url) use (&$own) {
        if (!str_starts_with($url, home_url())) return $answer;
        $own[] = $url;
        return new WP_Error('http_request_failed', 'Operation timed out');
      };
      add_filter('pre_http_request', $refuse, 1, 3);
      add_filter('pre_http_request', $keep = fn($answer, $args, $url) => str_starts_with($url, home_url()) ? new WP_Error('http_request_failed', 'Operation timed out') : $answer, 99, 3);
      $found = Newsstand\\check();
      remove_filter('pre_http_request', $refuse, 1);
      remove_filter('pre_http_request', $keep, 99);
      return [$own, array_column(array_filter($found, fn($one) => $one['ok'] === false), 'words')];
    })()`)) as [string[], string[]];
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    expect(own).toHaveLength(asks);
    expect(Object.values(lines)).toEqual(wrong.map((words) => expect.stringMatching(words)));
  });

  test('says where letters and redirects lead, if not to this site', async () => {
    const ofLetters = async (to: string) => {
      lettersTo = to;
      const lines = (await found()).filter((words) => words.includes('Letters'));
      lettersTo = '';
      return lines;
    };
    expect(await ofLetters(SITE)).toEqual(['well: Letters and redirects of the API lead to this site.']);
    expect(await ofLetters('https://old.example')).toEqual([
      `wrong: Letters and redirects of the API lead to https://old.example, and not to this site: start it with PUBLIC_URL=${SITE}.`,
    ]);
    expect(await ofLetters('')).toEqual([]);
  });

  test('says which posts sign up for a list that the publication has not, and nothing where it names none', async () => {
    const ofLists = async () => (await found()).filter((words) => words.includes('signs up'));
    await wp.run(`foreach (['Block' => '<!-- wp:newsstand/mailing-list-form {"list-tag":"leter newsletter"} /-->',
        'Short' => '[newsstand_mailing_list_form list_tag="letter nope"]', 'Right' => '[newsstand_mailing_list_popup list_tag=letter]'] as $title => $content)
      wp_insert_post(['post_type' => 'post', 'post_status' => 'publish', 'post_title' => "Lists $title", 'post_content' => $content]);`);
    expect(await ofLists()).toEqual([]);
    lists = ['newsletter', 'letter'];
    const said = await ofLists();
    lists = undefined;
    await wp.run(`foreach (get_posts(['s' => 'Lists', 'numberposts' => 9]) as $post) wp_delete_post($post->ID, true);`);
    expect(said).toEqual([
      'wrong: “Lists Block” signs up for the list “leter”, which there is not: there are newsletter, letter.',
      'wrong: “Lists Short” signs up for the list “nope”, which there is not: there are newsletter, letter.',
    ]);
  });

  test('of posts for subscribers says where they are decided, and warns where they stay closed because no cookie comes', async () => {
    const ofPosts = async () => (await found()).filter((words) => /Posts for subscribers/i.test(words));
    expect(await ofPosts()).toEqual([expect.stringMatching(/^well: .*that needs no secret/)]);
    await set({ loader: apiUrl, api: apiUrl, calls: 'browser' });
    const [warned, ...more] = await ofPosts();
    await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    expect(more).toEqual([]);
    expect(warned).toMatch(/^warned: .*stay closed to everybody/);
  });

  describe('in the settings', () => {
    /** Whoever manages the site sends the settings' form, by the button of the check or by the other. */
    const page = (given: Record<string, string> | null) =>
      php(`(function () {
        require_once ABSPATH . 'wp-admin/includes/admin.php';
        wp_set_current_user(1);
        $given = json_decode('${JSON.stringify(given)}', true);
        if ($given !== null) {
          $_POST = ['newsstand_check' => '1', 'newsstand' => $given];
          $_REQUEST['_wpnonce'] = wp_create_nonce('newsstand-options');
        }
        ob_start();
        Newsstand\\settings_page();
        return ob_get_clean();
      })()`) as Promise<string>;
    const kept = () => php(`get_option('newsstand')`) as Promise<Record<string, string>>;

    test('tries what is typed, before it is kept, and keeps nothing', async () => {
      const before = await kept();
      const typed = { loader: apiUrl, api: 'http://127.0.0.1:9', secret: 'another', calls: 'plugin', publication: 'main', signed_by: '' };
      const answer = await page(typed);
      expect(answer).toContain('✗ This server does not reach the API at http://127.0.0.1:9');
      // What is typed stays typed, also the secret, which no page shows otherwise.
      expect(answer).toContain('value="http://127.0.0.1:9"');
      expect(answer).toMatch(/name="newsstand\[secret\]" type="password" value="another"/);
      expect(await kept()).toEqual(before);
      const elsewhere = await page({ ...typed, api: `${apiUrl}/`, calls: 'server' });
      expect(elsewhere).toContain('Whether this site’s own address leads to the API can be tried once this is saved.');
      expect(await page({ ...typed, api: apiUrl, secret: '' })).toContain('✓ The secret is the API’s');
      expect(await page(null)).not.toContain(SECRET);
    });

    test('has the browser try what the plugin passes on where the API answers, and else blames nothing before WordPress', async () => {
      const typed = { loader: apiUrl, api: apiUrl, secret: '', calls: 'plugin', publication: 'main', signed_by: '' };
      expect(await page(typed)).toContain(`"address":"${SITE}/api/health/ready"`);
      await set({ ...typed, api: 'http://127.0.0.1:9', secret: SECRET });
      const answer = await page({ ...typed, api: 'http://127.0.0.1:9' });
      await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
      expect(answer).toContain('✗ This server does not reach the API');
      expect(answer).not.toContain('newsstand-calls');
    });

    test('has the browser look for a loader at the site’s own address', async () => {
      const typed = { loader: SITE, api: apiUrl, secret: '', calls: 'plugin', publication: 'main', signed_by: '' };
      const answer = await page(typed);
      expect(answer).toContain(`"address":"${SITE}/loader.js"`);
    });

    test('has the browser try whether it reaches the loader, and the API where it asks that itself, which this server may do alone', async () => {
      const typed = { loader: 'http://127.0.0.1:9', api: apiUrl, secret: '', calls: 'browser', publication: 'main', signed_by: '' };
      const answer = await page(typed);
      expect(answer).toContain('⚠ This server does not reach the loader at http://127.0.0.1:9/loader.js');
      expect(answer).toContain('"address":"http://127.0.0.1:9/loader.js"');
      expect(answer).toContain(`"address":"${apiUrl}/api/cart","type":"json"`);
      expect(await page({ ...typed, calls: 'plugin', loader: 'localhost' })).not.toMatch(/newsstand-(loader|api)-tried/);
    });

    test.each([
      'ftp://x y',
      'https://x y',
      'javascript:alert(1)',
      'localhost:4101',
      '//localhost:4101',
      'http://http://shell.example',
      '<script async src="https://shell.example/loader.js"></script>',
    ])('says of %j that it is no address, leaves it in its field, and keeps the one that was set', async (typed) => {
      const given = { loader: apiUrl, api: typed, secret: '', calls: 'plugin', publication: 'main', signed_by: typed };
      const escaped = typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
      const answer = await page(given);
      expect(answer).toContain(`✗ “${escaped}” is no address for “API”`);
      expect(answer).toContain(`✗ “${escaped}” is no address for “Signed by”`);
      expect(answer).toContain(`name="newsstand[api]" type="text" value="${escaped}"`);
      expect(answer).not.toContain('is not set');
      const [after, messages, again] = (await php(`(function () {
        require_once ABSPATH . 'wp-admin/includes/admin.php';
        wp_set_current_user(1);
        $kept = Newsstand\\keep_settings(json_decode('${JSON.stringify(given)}', true));
        ob_start();
        Newsstand\\settings_page();
        return [$kept['api'], array_column(get_settings_errors('newsstand'), 'message'), ob_get_clean()];
      })()`)) as [string, string[], string];
      expect(after).toBe(apiUrl);
      expect(messages).toEqual([
        expect.stringMatching(/is no address for “API”.* is kept\.$/),
        expect.stringMatching(/is no address for “Signed by”.*spaces\.$/),
      ]);
      // WordPress prints them as HTML.
      expect(messages.join(' ')).toContain(`“${escaped}”`);
      expect(again).toContain(`name="newsstand[api]" type="text" value="${escaped}"`);
    });

    test.each([
      ['loader', 'http://shell.example?v=1', /“http:\/\/shell\.example\?v=1” is no address for “Loader”: leave out what begins with/],
      ['loader', 'http://shell.example/loader.js#a', /leave out what begins with/],
      ['api', 'https://api.example/?v=1', /is no address for “API”: leave out what begins with/],
      ['signed_by', 'https://api.example#top', /is no address for “Signed by”: leave out/],
      ['api', '', /“API” is empty: the shop needs it/],
      ['loader', ' ', /“Loader” is empty: the shop needs it/],
    ])('does not take for %s what says %j, and says why beside the field', async (name, typed, words) => {
      const given = { loader: apiUrl, api: apiUrl, secret: '', calls: 'plugin', publication: 'main', signed_by: '', [name]: typed };
      const [after, messages, again] = (await php(`(function () {
        require_once ABSPATH . 'wp-admin/includes/admin.php';
        wp_set_current_user(1);
        $GLOBALS['wp_settings_errors'] = [];
        $kept = Newsstand\\keep_settings(json_decode('${JSON.stringify(given)}', true));
        ob_start();
        Newsstand\\settings_page();
        return [$kept, array_column(get_settings_errors('newsstand'), 'message'), ob_get_clean()];
      })()`)) as [Record<string, string>, string[], string];
      expect(after).toMatchObject({ loader: apiUrl, api: apiUrl, signed_by: '' });
      expect(messages).toEqual([expect.stringMatching(words)]);
      for (const answer of [again, await page(given)]) {
        const [, field = ''] = answer.split(`id="newsstand-${name}"`);
        expect(field).toContain(`value="${typed.trim() === '' ? apiUrl : typed}"`);
        expect(field.slice(0, field.indexOf('</td>'))).toMatch(words);
      }
    });

    test('takes a script’s address with a version, whatever its letters', async () => {
      const loader = 'https://shell.example/LOADER.JS?ver=6.5';
      expect(await php(`Newsstand\\clean_settings(['loader' => '${loader}', 'api' => '${apiUrl}'])['loader']`)).toBe(loader);
      await set({ loader, api: apiUrl, secret: SECRET });
      expect(await php(`Newsstand\\loader_url()`)).toBe(loader);
      await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    });

    test('takes a secret away where its box is ticked, and keeps it where the field is empty', async () => {
      const cleaned = (given: Record<string, string>) =>
        php(`Newsstand\\clean_settings(json_decode('${JSON.stringify(given)}', true))['secret']`);
      expect(await cleaned({ secret: '' })).toBe(SECRET);
      expect(await cleaned({ secret: 'new' })).toBe('new');
      expect(await cleaned({ secret: '', no_secret: '1' })).toBe('');
      expect(await page(null)).toContain('name="newsstand[no_secret]"');
      await set({ loader: apiUrl, api: apiUrl });
      expect(await page(null)).not.toContain('name="newsstand[no_secret]"');
      await set({ loader: apiUrl, api: apiUrl, secret: SECRET });
    });

    test('speaks the language of who reads it, as do the check and the names of new pages', async () => {
      const own = `add_filter('gettext_newsstand', fn($words) => "¡$words!");`;
      await wp.run(`wp_delete_post(get_page_by_path('donate')->ID, true);`);
      const words = (await php(`(function () {
        require_once ABSPATH . 'wp-admin/includes/admin.php';
        ${own}
        ob_start();
        Newsstand\\settings_page();
        Newsstand\\create_pages();
        return ob_get_clean() . implode(' ', array_column(Newsstand\\check(), 'words')) . get_the_title(Newsstand\\page_ids()['donate']);
      })()`)) as string;
      for (const expected of ['¡Loader!', '¡Check what is typed!', '¡Make the pages!', '¡All pages of the shop are there.!', '¡Donate!'])
        expect(words).toContain(expected);
      expect(words).toMatch(/¡This site, through this plugin: [^<]*!<\/label>/);
      await wp.run(`wp_update_post(['ID' => Newsstand\\page_ids()['donate'], 'post_title' => 'Donate']);`);
    });
  });

  test('names a page that is missing and plain permalinks', async () => {
    await wp.run(`update_option('permalink_structure', ''); wp_trash_post(get_page_by_path('donate')->ID);`);
    expect((await found()).join('\n')).toMatch(/Permalinks are “plain”[^]*no page at \/donate\./);
    await wp.run(`update_option('permalink_structure', '/%postname%/'); Newsstand\\create_pages();`);
  });

  test('names permalinks at which no page of the shop is', async () => {
    await wp.run(`update_option('permalink_structure', '/index.php/%postname%/');`);
    const expected = (await found()).join('\n');
    await wp.run(`update_option('permalink_structure', '/%postname%/');`);
    expect(expected).toContain('wrong: Permalinks begin with /index.php');
  });
});

describe('colours', () => {
  test.each([
    ['a light theme', { contrast: '#111111', base: '#f9f9f9', accent: '#cfcabe' }, { ink: '#111111', paper: '#f9f9f9', accent: '#111111' }],
    [
      'one with an accent that can be read',
      { foreground: '#000', background: '#fff', primary: '#b3001b' },
      { accent: '#b3001b', 'accent-ink': '#fff' },
    ],
    ['a dark theme', { contrast: '#f2f2f2', base: '#101418' }, { ink: '#f2f2f2', paper: '#101418' }],
    ['one whose paper is neither', { contrast: '#000000', base: '#8a8a8a' }, []],
    ['one that names none', {}, []],
    ['one that writes no hex', { contrast: 'var(--x)', base: '#ffffff' }, []],
  ])('of %s are taken where they can be read on each other', async (_, palette, tokens) => {
    const made = await php(`Newsstand\\tokens_of(json_decode('${JSON.stringify(palette)}', true))`);
    if (Array.isArray(tokens)) expect(made).toEqual([]);
    else expect(made).toMatchObject(tokens);
  });
});

test('a custom link to #newsstand-cart is the cart, in a classic menu and in the Navigation block', async () => {
  const classic = await php(`(function () {
    $menu = wp_create_nav_menu('Main');
    foreach (['#newsstand-cart', '#newsstand-login'] as $url) {
      wp_update_nav_menu_item($menu, 0, ['menu-item-title' => 'x', 'menu-item-url' => $url, 'menu-item-status' => 'publish']);
    }
    return wp_nav_menu(['menu' => 'Main', 'echo' => false]);
  })()`);
  const block = await php(
    `do_blocks('<!-- wp:navigation --><!-- wp:navigation-link {"label":"x","url":"#newsstand-cart"} /--><!-- wp:navigation-link {"label":"Store","url":"/store/"} /--><!-- /wp:navigation -->')`,
  );
  expect(classic).toContain('<div data-widget="checkout.panel"');
  expect(classic).toContain('<div data-widget="login.header"');
  // Beside the drawer, which would hide it on a phone, and in the block, whose letters and distances a theme sets.
  expect(block).toMatch(/<\/div>\s*<div class="newsstand-beside"><div data-widget="checkout\.panel"[^]*<\/div><\/div><\/nav>\s*$/);
  expect(block).toMatch(/^\s*<nav class="[^"]*\bnewsstand-menu\b/);
  // WordPress makes what stands in the block itself twice.
  expect(String(block).match(/checkout\.panel/g)).toHaveLength(1);
});

test('a list of all pages, as some themes make their menu of it, leads to those of the shop that anybody can go to, and to no others', async () => {
  for (const list of [`wp_list_pages(['echo' => false])`, `do_blocks('<!-- wp:page-list /-->')`]) {
    const made = (await php(list)) as string;
    for (const shown of ['/store/', '/subscribe/', '/donate/', '/login/', '/account/']) expect(made, list).toContain(`${SITE}${shown}"`);
    for (const hidden of ['/invoice/', '/renewal/', '/receipts/', '/account/address/delete/', '/store/product/', '/store/checkout/'])
      expect(made, list).not.toContain(`${SITE}${hidden}"`);
  }
  expect(await php(`(function () { define('REST_REQUEST', true); return count(get_pages()); })()`)).toBeGreaterThan(24);
});

test('the zip holds the plugin as WordPress installs it', async () => {
  const file = path.join(data, 'uploads/newsstand.zip');
  await zipPlugin(file);
  const names = (await php(`(function () {
    $zip = new ZipArchive();
    $zip->open(WP_CONTENT_DIR . '/uploads/newsstand.zip');
    return array_map(fn($at) => $zip->getNameIndex($at), range(0, $zip->numFiles - 1));
  })()`)) as string[];
  const files = readdirSync(path.resolve(import.meta.dirname, '../newsstand'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(names).toContain('newsstand/newsstand.php');
  expect(names).toContain('newsstand/includes/entitlement.php');
  expect(names).toHaveLength(files.length);
});

test('the editor’s picker is told what is sold, and nobody else is', async () => {
  expect((await get('/wp-json/newsstand/v1/goods')).status).toBe(401);
  expect(await php(`(function () { wp_set_current_user(1); return rest_do_request('/newsstand/v1/goods')->get_data(); })()`)).toEqual([
    { kind: 'product', slug: 'mug', item: 'sized-product', ref: 'prd:mug', name: 'Enamel Mug' },
    { kind: 'issue', slug: 'salt', item: 'print-issue', ref: 'iss:7', name: 'No. 7, Salt, in print' },
    { kind: 'issue', slug: 'salt', item: 'digital-issue', ref: 'iss:7', name: 'No. 7, Salt, as a file' },
    { kind: 'issue', slug: 'fog', item: 'digital-issue', ref: 'iss:6', name: 'No. 6, Fog, as a file' },
  ]);
});

describe('a block in the editor', () => {
  const preview = (block: string, attributes: Record<string, string> = {}) => `(function () {
    wp_set_current_user(1);
    $request = new WP_REST_Request('GET', '/wp/v2/block-renderer/newsstand/${block}');
    $request->set_query_params(['context' => 'edit', 'attributes' => json_decode('${JSON.stringify(attributes)}', true)]);
    return rest_do_request($request)->get_data()['rendered'];
  })()`;
  /** As the editor asks for it. */
  const inEditor = (code: string) => php(`(function () { defined('REST_REQUEST') || define('REST_REQUEST', true); return ${code}; })()`);

  test('says which good it adds, and to readers nothing more', async () => {
    const add = preview('checkout-add', { item: 'print-issue', ref: 'iss:7' });
    expect(await inEditor(add)).toContain('<p class="newsstand-plate">Add to cart: No. 7, Salt, in print</p>');
    expect(await php(add)).not.toContain('newsstand-plate');
  });

  test('shows what it is: its name, and its own parts where no words of the shop stand there', async () => {
    const names = [...WIDGETS.map((name) => name.replace('.', '-')), 'issue'];
    const all = (await inEditor(`[${names.map((name) => `'${name}' => ${preview(name)}`).join(', ')}]`)) as Record<string, string>;
    const plates = names.map((name) => /<p class="newsstand-plate">([^<]+)<\/p>/.exec(all[name] ?? '')?.[1]);
    expect(plates.filter(Boolean)).toHaveLength(names.length);
    expect(new Set(plates).size).toBe(names.length);
    const shown = names.map((name) =>
      all[name]?.replace(/<p class="newsstand-plate">.*?<\/p>/, '').replaceAll(/ (?:data-\w+|class="wp-block)[^ >]*/g, ''),
    );
    // Counter and panel are one link, until their widgets are there.
    expect(new Set(shown).size).toBe(names.length - 1);
    for (const name of names) expect(all[name], name).not.toContain('If nothing comes');
    expect(all['checkout-page']).toMatch(
      /data-widget="checkout.page"[^>]*><span class="newsstand-sketch"><span class="newsstand-heading">Check Out</,
    );
    expect(await inEditor(preview('checkout-product', { slug: 'mug' }))).toContain('$18.00');
  });

  test.each([
    ['checkout-add', 'Choose what is added', { item: 'basic-product', ref: 'prd:x' }],
    ['checkout-product', 'Choose a product', { slug: 'mug' }],
  ])('%s says there that a good must be chosen, and nothing of it is published until then', async (block, words, chosen) => {
    const [none, some] = [preview(block), preview(block, chosen)];
    expect(await inEditor(none)).toContain(words);
    expect(await inEditor(some)).not.toContain(words);
    const published = (attributes: Record<string, string>) => `do_blocks('<!-- wp:newsstand/${block} ${JSON.stringify(attributes)} /-->')`;
    expect(await php(published({}))).toBe('');
    expect(await php(`(function () { wp_set_current_user(1); return ${published({})}; })()`)).toContain(words);
    expect(await php(published(chosen))).toContain('data-widget=');
    expect(await php(`do_shortcode('[newsstand_${block.replace('-', '_')}]')`)).toBe('');
  });

  test('of the shop’s own page of products needs none, since the address names it', async () => {
    const page = `setup_postdata($GLOBALS['post'] = get_post(Newsstand\\page_ids()['store/product']))`;
    const made = `(function () { ${page}; return do_blocks('<!-- wp:newsstand/checkout-product /-->'); })()`;
    expect(await inEditor(made)).not.toContain('Choose a product');
  });

  test('has a setting for each option that the shortcode takes', async () => {
    const attributes = (block: string) =>
      php(`array_keys(WP_Block_Type_Registry::get_instance()->get_registered('newsstand/${block}')->attributes)`);
    expect(await attributes('subscribe-builder')).toEqual(
      expect.arrayContaining(['add-donation', 'add-products', 'checkout-later', 'heading-level']),
    );
    expect(await attributes('login-page')).toEqual(expect.arrayContaining(['in-place', 'heading-level']));
    expect(await attributes('account-overview')).toEqual(expect.arrayContaining(['support', 'heading-level']));
    expect(await attributes('login-header')).not.toContain('heading-level');
    const block = `<!-- wp:newsstand/login-page {"in-place":"yes","heading-level":"3"} /-->`;
    const made = await php(`do_blocks('${block}') . do_shortcode('[newsstand_account_name support="help@house.example"]')`);
    expect(made).toMatch(/data-in-place="yes" data-heading-level="3"[^]*data-support="help@house\.example"/);
  });

  test('has its room there as well', async () => {
    const styles = await php(`implode('', wp_styles()->registered['newsstand-sketches']->extra['after'])`);
    expect(styles).toContain('[data-widget="login.paywall"]:not([data-state="failed"]:not([data-kept]))::before{');
  });
});

describe('letters and corners of a theme', () => {
  const families = { body: '"Inter", sans-serif', heading: 'Cardo' };
  test.each([
    [
      'whose styles name families of its own, and round buttons',
      {
        typography: { fontFamily: 'var(--wp--preset--font-family--body)' },
        elements: { heading: { typography: { fontFamily: 'var:preset|font-family|heading' } }, button: { border: { radius: '.33rem' } } },
      },
      { font: '"Inter", sans-serif', 'font-display': 'Cardo', radius: 'min(.33rem,12px)' },
    ],
    [
      'with one family for all',
      { typography: { fontFamily: 'Georgia, serif' } },
      { font: 'Georgia, serif', 'font-display': 'Georgia, serif' },
    ],
    ['with square buttons', { elements: { button: { border: { radius: 0 } } } }, { radius: 'min(0px,12px)' }],
    ['with a family that is not there', { typography: { fontFamily: 'var(--wp--preset--font-family--gone)' } }, []],
    [
      'that says what could leave the sheet',
      { typography: { fontFamily: 'x;}</style><script>' }, elements: { button: { border: { radius: '1px}' } } } },
      [],
    ],
    ['whose corners differ', { elements: { button: { border: { radius: { topLeft: '1px' } } } } }, []],
  ])('%s are the widgets’', async (_, styles, tokens) => {
    const json = (value: unknown) => `json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString('base64')}'), true)`;
    expect(await php(`Newsstand\\shape_tokens(${json(styles)}, ${json(families)})`)).toEqual(tokens);
  });

  test('stand in the page with a block theme, and with a theme that says nothing there are none', async () => {
    expect(await text('/free/')).toContain(
      '--newsstand-font:"Inter", sans-serif;--newsstand-font-display:Cardo;--newsstand-radius:min(.33rem,12px);',
    );
    await wp.run(`switch_theme('plain');`);
    expect(await text('/free/')).not.toMatch(/--newsstand-(?:font|radius):/);
    await wp.run(`switch_theme('twentytwentyfour');`);
  });
});

describe('the switch for subscribers', () => {
  /**
   * Saves as the block editor does, in one request; answers of each moment that WordPress tells of whether the post was
   * closed by then.
   */
  const save = (user: number, request: string) =>
    php(`(function () {
      wp_set_current_user(${user});
      $seen = [];
      $look = function (string $when, int $id) use (&$seen) {
        $seen[] = "$when: " . (Newsstand\\is_for_subscribers($id) ? 'closed' : 'open');
      };
      add_action('edit_post', $edited = fn($id) => $look('written', $id));
      add_action('transition_post_status', $told = fn($new, $old, $post) => $new === 'publish' && $old !== 'publish' ? $look('published', $post->ID) : null, 10, 3);
      ${request}
      remove_action('edit_post', $edited);
      remove_action('transition_post_status', $told);
      return [$answer->get_status(), $seen, $answer->get_data()['meta']['_newsstand_for_subscribers'] ?? null];
    })()`);
  const ask = (path: string, body: Record<string, unknown>) => `
    $request = new WP_REST_Request('POST', '${path}');
    $request->set_body_params(json_decode('${JSON.stringify(body)}', true));
    $answer = rest_do_request($request);`;
  const closed = { meta: { _newsstand_for_subscribers: true } };

  test('is saved with the post by the block editor: it is closed before its words are written, and before anybody is told of it', async () => {
    const draft = `$id = wp_insert_post(['post_title' => 'Draft', 'post_status' => 'draft']);`;
    const [status, seen, kept] = (await save(
      1,
      draft + ask('/wp/v2/posts/ID', { ...closed, status: 'publish', content: WHOLE }).replace("ID')", `' . $id)`),
    )) as [number, string[], boolean];
    expect([status, kept]).toEqual([200, true]);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter((one) => !one.endsWith('closed'))).toEqual([]);
    const fresh = await save(1, ask('/wp/v2/posts', { ...closed, title: 'New', status: 'publish', content: WHOLE }));
    expect(fresh).toEqual([201, ['published: closed'], true]);
  });

  test('goes by the same way', async () => {
    const post = `get_page_by_path('short', OBJECT, 'post')->ID`;
    const answer = await save(1, ask('/wp/v2/posts/ID', { meta: { _newsstand_for_subscribers: false } }).replace("ID')", `' . ${post})`));
    expect(answer).toEqual([200, ['written: closed'], false]);
    expect(await text('/short/')).toContain('six seven eight');
    await wp.run(`update_post_meta(${post}, Newsstand\\FOR_SUBSCRIBERS, '1');`);
  });

  test('is for who may edit the post alone', async () => {
    await wp.run(
      `wp_insert_user(['user_login' => 'writer', 'user_pass' => 'x', 'user_email' => 'writer@house.example', 'role' => 'author']);`,
    );
    const writer = Number(await php(`get_user_by('login', 'writer')->ID`));
    const post = `get_page_by_path('free', OBJECT, 'post')->ID`;
    const path = ask('/wp/v2/posts/ID', closed).replace("ID')", `' . ${post})`);
    expect(await save(writer, path)).toEqual([403, [], null]);
    expect(await save(0, path)).toEqual([401, [], null]);
    expect(await php(`Newsstand\\is_for_subscribers(${post})`)).toBe(false);
  });

  test('is a box in the classic editor, whose form is believed of who may edit alone, and stays where another form saves', async () => {
    const sent = (user: number, nonce: string, more: Record<string, string>, words = 'x') =>
      php(`(function () {
        $post = get_page_by_path('free', OBJECT, 'post')->ID;
        wp_set_current_user(${user});
        $_POST = ['newsstand_nonce' => ${nonce}] + json_decode('${JSON.stringify(more)}', true);
        $seen = null;
        add_action('edit_post', $look = function ($id) use (&$seen) { $seen = Newsstand\\is_for_subscribers($id); });
        wp_update_post(['ID' => $post, 'post_content' => '${words}']);
        remove_action('edit_post', $look);
        return [$seen, Newsstand\\is_for_subscribers($post)];
      })()`);
    const on = { newsstand_for_subscribers: '1' };
    const nonce = `wp_create_nonce('newsstand_post')`;
    expect(await sent(0, nonce, on)).toEqual([false, false]);
    expect(await sent(1, `'x'`, on)).toEqual([false, false]);
    // Closed by the time that the words are written.
    expect(await sent(1, nonce, on)).toEqual([true, true]);
    expect(await sent(1, `''`, {})).toEqual([true, true]);
    expect(await sent(1, nonce, {}, 'For everybody.')).toEqual([true, false]);
  });

  test('stands once in each editor: the box is not in the block editor, which has a panel', async () => {
    const box = await php(`(function () {
      require_once ABSPATH . 'wp-admin/includes/admin.php';
      do_action('add_meta_boxes', 'post', get_page_by_path('free', OBJECT, 'post'));
      return $GLOBALS['wp_meta_boxes']['post']['side']['default']['newsstand']['args'];
    })()`);
    expect(box).toEqual({ __back_compat_meta_box: true });
  });
});
