import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';

/** The magazine on a slow line, or a busy machine: its pages come in pieces, and browsers paint what is there. */
const inPieces = (magazine: string): Server =>
  createServer(async (asked, answer) => {
    const came = await fetch(magazine + asked.url);
    const type = came.headers.get('content-type') ?? '';
    answer.writeHead(came.status, { 'content-type': type });
    if (!type.startsWith('text/html')) return void answer.end(Buffer.from(await came.arrayBuffer()));
    const parts = (await came.text()).split(/(?=<(?:main|section|footer|form|div|nav|p|ul|h1|script|\/body)\b)/);
    const begun = parts.findIndex((part) => part.startsWith('<main'));
    answer.write(parts.slice(0, begun).join(''));
    for (let at = begun; at < parts.length; at += 4) {
      await wait(60);
      answer.write(parts.slice(at, at + 4).join(''));
    }
    answer.end();
  });

for (const path of ['/mailing-list', '/login'])
  test(`${path}: a page that comes in pieces moves nothing that was seen`, { tag: '@ci' }, async ({ page, baseURL }) => {
    const slow = inPieces(baseURL ?? '');
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    await page.addInitScript(`globalThis.shifted = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) for (const { node } of sources) shifted.push(node?.outerHTML?.slice(0, 80));
      }).observe({ type: 'layout-shift', buffered: true })`);
    await page.route('http://127.0.0.1:9/**', (route) => route.abort());
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`http://127.0.0.1:${Object(slow.address()).port}${path}`);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect.soft(await page.evaluate('shifted'), `${width} px`).toEqual([]);
      await expect(page.locator('.footer')).toBeVisible();
    }
    slow.closeAllConnections();
    slow.close();
  });
