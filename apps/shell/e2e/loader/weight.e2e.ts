import { expect, test } from '@playwright/test';
import { weights } from '../../figures/weights.ts';
import { startSite } from './site.ts';

test('pages fetch no more of ours than the limits allow', async ({ browser }) => {
  const site = await startSite();
  for (const { name, value, limit } of await weights(browser, site)) expect.soft(value, name).toBeLessThanOrEqual(limit?.max ?? Number.NaN);
  await site.close();
});
