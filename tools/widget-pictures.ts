// node tools/widget-pictures.ts: docs/pictures/widgets, one of each widget, as its remote shows it alone. For the table
// of docs/guide-embed.md.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { launchOptions } from '@newsstand/build/chromium';
import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureChromium } from './chromium.ts';
import { claimFrom } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir, root } from './root.ts';
import { startCommand } from './run.ts';

export const PICTURES = path.join(root, 'docs/pictures/widgets');
/** Of each widget the state of its remote's stand-alone page in which it is seen best. */
export const STATES: Record<string, Record<string, string>> = {
  checkout: {
    panel: 'panel',
    counter: 'counter',
    add: 'add-sizes',
    store: 'store',
    product: 'product',
    table: 'table',
    page: 'check-out',
    receipt: 'receipt',
    invoice: 'invoice',
  },
  subscribe: { builder: 'builder', renew: 'renew', redeem: 'redeem', donate: 'donate' },
  'mailing-list': { form: 'fresh', popup: 'popup' },
  login: { page: 'page', header: 'header-logged-in', paywall: 'paywall' },
  account: {
    overview: 'everything',
    name: 'name',
    email: 'email',
    address: 'address',
    'delete-address': 'delete-address',
    payment: 'payment',
    subscription: 'subscription',
    donation: 'donation',
    renewal: 'renewal',
    sessions: 'sessions',
    data: 'data',
  },
};
/** An article's column; what is longer is cut. */
const COLUMN = { width: 720, height: 620 };
const PATIENCE = 300_000;
const FIRST_PORT = 4700;

async function takePictures(browser: Browser, remote: string, states: Record<string, string>): Promise<void> {
  const port = await claimFrom(FIRST_PORT);
  const logs = path.join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const alone = startCommand(`${remote} alone`, 'npm', ['run', 'alone', '-w', `apps/${remote}-mf`], logs, console.error, {
    PORT: String(port),
  });
  try {
    const page = await browser.newPage({ viewport: COLUMN, reducedMotion: 'reduce' });
    const until = Date.now() + PATIENCE;
    while (!(await page.goto(`http://127.0.0.1:${port}`).catch(() => null))?.ok()) {
      if (Date.now() > until) throw new Error(`${remote} does not answer`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    for (const [widget, state] of Object.entries(states)) {
      await page.goto(`http://127.0.0.1:${port}/?state=${state}&theme=light&cms=bare&menu=closed`);
      await page.locator('[data-widget]:is([data-state="loaded"], [data-state="completed"])').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: path.join(PICTURES, `${remote}.${widget}.jpg`),
        type: 'jpeg',
        quality: 70,
        animations: 'disabled',
        clip: await clipOf(page),
      });
    }
    await page.close();
  } finally {
    await alone.stop();
  }
}

/** As much as the widget has; with a dialog in front of it, the whole window. */
async function clipOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const bottom = await page.evaluate<number>(`document.querySelector('dialog[open], [role="dialog"]') ? ${COLUMN.height} :
    Math.max(...[...document.querySelectorAll('[data-widget]')].map((one) => one.getBoundingClientRect().bottom)) + 16`);
  return { x: 0, y: 0, width: COLUMN.width, height: Math.min(COLUMN.height, Math.ceil(bottom)) };
}

if (import.meta.main) {
  process.env['CHROMIUM'] = await ensureChromium();
  await prepare();
  mkdirSync(PICTURES, { recursive: true });
  const browser = await chromium.launch(launchOptions());
  for (const [remote, states] of Object.entries(STATES)) await takePictures(browser, remote, states);
  await browser.close();
  process.exit();
}
