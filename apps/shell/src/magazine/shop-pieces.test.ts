import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { magazine, portOf } from './test-magazine.ts';

const WORDS = '<article class="newsstand-product"><p>Only three left</p></article>';
const DATA = '<script type="application/ld+json">{"@type":"Product","offers":{"price":"12.00"}}</script>';

type Answer = { status: number; type?: string; body?: string };
const piece = (body: string): Answer => ({ status: 200, type: 'text/html; charset=utf-8', body });

/** An API that has pieces of HTML, and what was asked of it: the address, and the tag that it was asked by. */
async function startShop(answer: (path: string, tag: string | undefined) => Answer) {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const isPiece = url.startsWith('/api/html/');
    if (isPiece) asked.push(`${url.slice('/api/html/'.length)} ${headers['if-none-match'] ?? 'new'}`);
    const { status, type = 'application/json', body = '{}' } = isPiece ? answer(url, headers['if-none-match']) : { status: 200 };
    response.writeHead(status, { 'content-type': type, etag: '"one"' }).end(status === 304 ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { apiUrl: `http://127.0.0.1:${portOf(server.address())}`, asked, close: () => server.close() };
}

const wordsAndData = (path: string) => piece(path.includes('part=data') ? DATA : WORDS);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what is sold', () => {
  test('stands in the page as the shop has it, inside the element where its widget mounts, and its data in the head', async () => {
    const shop = await startShop(wordsAndData);
    try {
      const app = await magazine({ apiUrl: shop.apiUrl });
      const text = await (await app.request('/store/product/mug')).text();
      expect(text).toMatch(/data-widget="checkout\.product"[^>]*>\s*<article class="newsstand-product">/);
      expect(text.slice(0, text.indexOf('</head>'))).toContain(DATA);
      expect(text.match(/ld\+json/g)).toHaveLength(1);
      expect(text).toContain('This page needs JavaScript. To order without it');
      for (const address of ['/store', '/issue/issue-2']) expect(await (await app.request(address)).text(), address).toContain(WORDS);
      expect(shop.asked.toSorted()).toEqual(
        [
          'product/mug?part=words&heading=1',
          'product/mug?part=data',
          'products?tag=store&part=words&heading=3',
          'products?tag=store&part=data',
          'issue/issue-2?part=print',
          'issue/issue-2?part=digital',
          'issue/issue-2?part=data',
        ]
          .map((path) => `${path} new`)
          .toSorted(),
      );
    } finally {
      shop.close();
    }
  });

  test('has a page where the desk brought an issue out whose files do not say its day, and none before, whoever looked then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let isOut = false;
    const shop = await startShop((path) => (isOut ? wordsAndData(path) : { status: 404 }));
    try {
      const app = await magazine({ apiUrl: shop.apiUrl });
      expect((await app.request('/issue/issue-3')).status).toBe(404);
      isOut = true;
      // A letter leads there within seconds of the release.
      vi.setSystemTime(Date.now() + 5001);
      const response = await app.request('/issue/issue-3');
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(WORDS)]);
    } finally {
      shop.close();
    }
  });

  test('is asked for once a minute, by its tag, and no page waits for a piece that is only old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let body = WORDS;
    const shop = await startShop((path, tag) =>
      tag === '"one"' && body === WORDS ? { status: 304 } : piece(path.includes('data') ? DATA : body),
    );
    try {
      const app = await magazine({ apiUrl: shop.apiUrl });
      const shown = async () => (await app.request('/store/product/mug')).text();
      expect(await shown()).toContain('Only three left');
      expect(await shown()).toContain('Only three left');
      expect(shop.asked).toHaveLength(2);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await shown()).toContain('Only three left');
      await vi.waitFor(() =>
        expect(shop.asked.slice(2).toSorted()).toEqual(['product/mug?part=data "one"', 'product/mug?part=words&heading=1 "one"']),
      );
      body = WORDS.replace('three', 'two');
      // The answers of before may come after a minute more is over, and are new then.
      const aMinuteLater = async () => {
        vi.setSystemTime(Date.now() + 61_000);
        expect(await shown()).toContain('Only two left');
      };
      await vi.waitFor(aMinuteLater, { timeout: 20_000 });
    } finally {
      shop.close();
    }
  });

  test('has no page any more once the shop does not sell it, and made-up addresses are not asked about', async () => {
    const shop = await startShop(() => ({ status: 404 }));
    try {
      const app = await magazine({ apiUrl: shop.apiUrl });
      expect((await app.request('/store/product/mug')).status).toBe(404);
      expect((await app.request('/store/product/made-up')).status).toBe(404);
      expect((await app.request('/issue/made-up')).status).toBe(404);
      expect(shop.asked).toHaveLength(2);
      // An issue has words of its own.
      expect((await app.request('/issue/issue-2')).status).toBe(200);
    } finally {
      shop.close();
    }
  });

  test.each([
    ['is broken', { status: 500 }],
    ['is not the API', { status: 200, type: 'application/json', body: '{"errors":"x"}' }],
  ])(
    'stands there in the magazine’s own words where what answers %s, which is asked again in five seconds and not before',
    async (_, answer) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const shop = await startShop(() => answer);
      try {
        const app = await magazine({ apiUrl: shop.apiUrl });
        for (let visit = 0; visit < 3; visit++) {
          const response = await app.request('/store/product/mug');
          expect(response.status).toBe(200);
          expect(await response.text()).toContain('class="newsstand-price"');
        }
        expect(shop.asked).toHaveLength(2);
        vi.setSystemTime(Date.now() + 5001);
        await app.request('/store/product/mug');
        expect(shop.asked).toHaveLength(4);
        expect(log).toHaveBeenCalledWith(expect.stringContaining('does not say what it sells'));
      } finally {
        shop.close();
      }
    },
  );
});

test('search engines are told of the pages of the magazine and of those of its shop, and may see what is sold', async () => {
  const app = await magazine();
  const robots = (await (await app.request('/robots.txt')).text()).split('\n');
  for (const line of [
    'Allow: /api/art/',
    'Allow: /api/html/sitemap.xml',
    'Disallow: /api/',
    'Sitemap: http://magazine.example/sitemap.xml',
    'Sitemap: http://magazine.example/api/html/sitemap.xml',
  ])
    expect(robots).toContain(line);
  const response = await app.request('/sitemap.xml');
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(found).toContain('http://magazine.example/articles/open');
  for (const url of found) expect((await app.request(url)).status, url).toBe(200);
});
