// The pictures of docs/guide-desk.md: npm run pictures -w apps/desk. What they show are the answers that the browser
// tests go by.
import path from 'node:path';
import { launchOptions } from '@newsstand/build/chromium';
import { chromium } from '@playwright/test';
import { serveFolder } from './serve-folder.ts';
import { OWNER, serveStubs } from './stubs.ts';
import { INVOICE_ANSWERS } from './invoice-stubs.ts';

const PICTURES: Record<string, string> = {
  find: '/find?q=kowalska+dayton',
  reader: `/readers/${OWNER}`,
  orders: '/orders',
  order: '/orders/EXR-8812',
  invoice: '/invoices/EXC-104',
};

const site = await serveFolder(path.join(import.meta.dirname, '../dist'));
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({ viewport: { width: 1100, height: 680 } });
await serveStubs(page, 'publisher', INVOICE_ANSWERS);
for (const [name, address] of Object.entries(PICTURES)) {
  await page.goto(`${site.url}${address}`);
  await page.getByRole('main').locator('section, ul').first().waitFor();
  await page.screenshot({ path: path.join(import.meta.dirname, '../../../docs/pictures', `desk-${name}.png`) });
}
await browser.close();
site.close();
