import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from '@newsstand/build/chromium';
import { chromium, expect, test } from '@playwright/test';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());

/** Rules of a page that most readers go on from; this one does once the site has the address /go. */
const FROM = `<script type="speculationrules">{ "prerender": [{ "urls": ["/page"], "eagerness": "immediate" }] }</script>
<script>const waiting = setInterval(async () => {
  if (!(await fetch('/go')).ok) return;
  clearInterval(waiting);
  location.href = '/page';
}, 200);</script>`;
/**
 * Says on the way of the API, which the site notes, what happens to this page: nobody drives it, because a browser that
 * is driven makes none in advance.
 */
const TOLD = `<script>
fetch('/api/told/made-' + document.prerendering);
const looking = setInterval(() => {
  if (!document.querySelector('[data-state="loaded"] button')) return;
  clearInterval(looking);
  fetch('/api/told/alive-' + (performance.getEntriesByType('navigation')[0].activationStart > 0));
}, 50);
</script>`;

test(
  'a page that a speculation rule made in advance asks for nothing until its reader comes, and has its widget then',
  { tag: '@ci' },
  async () => {
    site.pages.set('/from', { html: `<!doctype html><title>From</title>${FROM}` });
    site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + TOLD) });
    site.calls.length = 0;
    const profile = await mkdtemp(join(tmpdir(), 'newsstand-prerender-'));
    const { executablePath = chromium.executablePath() } = launchOptions();
    // The port keeps a browser without windows open; nothing connects to it.
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ];
    const browser = spawn(executablePath, [...args, `${site.url}/from`], { stdio: 'ignore', detached: true });
    try {
      await expect.poll(() => site.calls, { timeout: 30_000 }).toEqual(['/api/told/made-true']);
      await new Promise((done) => setTimeout(done, 1000));
      expect(site.calls).toEqual(['/api/told/made-true']);
      site.pages.set('/go', { html: '' });
      await expect.poll(() => site.calls.at(-1), { timeout: 30_000 }).toBe('/api/told/alive-true');
      expect(site.calls).toEqual(['/api/told/made-true', expect.stringMatching(/^\/api\/page\//), '/api/told/alive-true']);
    } finally {
      const ended = once(browser, 'exit');
      // Debian starts it by a script: the whole group ends.
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
