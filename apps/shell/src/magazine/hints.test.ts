import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOBODY, magazine, portOf } from './test-magazine.ts';

describe('hints', () => {
  const build = (name: string) => [`http://files.example/mf/${name}/1/`, { [`${name}.js`]: 'sha256-AAAA' }];
  const answer = {
    platform: build('platform'),
    remotes: { checkout: build('checkout'), subscribe: build('subscribe'), account: build('account') },
    mounts: {},
    later: {
      checkout: { 'page.js': 'sha256-AAAA', '415.js': 'sha256-BBBB' },
      subscribe: { 'redeem.js': 'sha256-CCCC', 'renew.js': 'sha256-CCCC' },
      account: { 'email.js': 'sha256-CCCC', 'renewal.js': 'sha256-CCCC' },
    },
  };
  const shell = createServer((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)));
  let loaderUrl = '';
  beforeAll(async () => {
    await new Promise<void>((done) => shell.listen(0, '127.0.0.1', done));
    loaderUrl = `http://127.0.0.1:${portOf(shell.address())}/loader.js`;
  });
  afterAll(() => {
    shell.close();
  });
  const hinted = async (app: Awaited<ReturnType<typeof magazine>>, address: string) =>
    [...(await (await app.request(address)).text()).matchAll(/<link rel="modulepreload"[^>]*>/g)].map(([tag]) => tag);

  test('a page that starts with a widget asks for its chunks before the loader does, with their integrity', async () => {
    const app = await magazine({ loaderUrl });
    const tag = (name: string) =>
      `<link rel="modulepreload" href="http://files.example/mf/${name}/1/${name}.js" integrity="sha256-AAAA" crossorigin="anonymous" />`;
    // What fills the page comes with the rest, in one wave.
    const page = tag('checkout').replace('checkout.js', 'page.js');
    await expect.poll(() => hinted(app, '/store/checkout')).toEqual([tag('platform'), tag('checkout'), page]);
    expect(await hinted(app, '/store')).toHaveLength(2);
    expect(await hinted(app, '/store/product/mug')).toHaveLength(2);
    expect(await hinted(app, '/receipts?token=abcdefgh')).toHaveLength(2);
  });

  test.each([
    ['/subscribe/redeem?token=abcdefgh', 'subscribe/1/redeem.js'],
    ['/subscribe/renew', 'subscribe/1/renew.js'],
    ['/account/email', 'account/1/email.js'],
    ['/renewal?payment_intent_client_secret=abcdefgh', 'account/1/renewal.js'],
  ])('%s asks for the chunk of its own widget in the first wave, and for no other', async (address, file) => {
    const app = await magazine({ loaderUrl });
    await expect.poll(async () => (await hinted(app, address)).length).toBe(3);
    expect((await hinted(app, address)).at(-1)).toContain(`http://files.example/mf/${file}`);
    expect(await hinted(app, '/subscribe')).toHaveLength(2);
  });

  test('an article asks for nothing early, nor does a page whose remote the shell does not know', async () => {
    const app = await magazine({ loaderUrl });
    await expect.poll(() => hinted(app, '/store')).toHaveLength(2);
    expect(await hinted(app, '/articles/open')).toEqual([]);
    expect(await hinted(app, '/mailing-list')).toEqual([]);
  });

  test('while the shell is down, pages come without hints', async () => {
    expect(await hinted(await magazine({ loaderUrl: `${NOBODY}/loader.js` }), '/store')).toEqual([]);
  });
});
