// What the tests of sign-in at a provider share: the service beside a provider that really runs, and a reader who walks
// there and back.
import { startOpenidProvider, type OpenidProvider } from '@newsstand/dev-services/openid-provider';
import type { Browser } from './browser.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

export const MAGAZINE = 'http://localhost:4000';

export type OpenidApp = TestApp & { provider: OpenidProvider };

export async function createOpenidApp({ env, ...options }: TestOptions = {}): Promise<OpenidApp> {
  const origins = [MAGAZINE, env?.['API_URL']].filter((origin) => origin !== undefined);
  const provider = await startOpenidProvider({ port: 0, origins });
  const service = await createTestApp({ ...options, env: { OPENID_STAND_IN: provider.url, ...env } });
  return {
    ...service,
    provider,
    close: async () => {
      await service.close();
      await provider.close();
    },
  };
}

export const person = (email: string, more: Record<string, string> = {}) => ({ name: 'Ada Ferrier', email, verified: 'yes', ...more });

/**
 * Walks from a path of ours to the provider, is somebody there, and walks back up to our callback: its address, not
 * visited yet.
 */
export async function walk(browser: Browser, path: string, somebody: Record<string, string>): Promise<string> {
  const jar = new Map<string, string>();
  let address = await locationOf(browser.get(path));
  for (let hop = 0; hop < 10; hop++) {
    const url = new URL(address);
    if (url.pathname.endsWith('/callback')) return url.pathname + url.search;
    if (url.pathname.startsWith('/oauth/')) {
      address = await locationOf(browser.get(url.pathname + url.search));
      continue;
    }
    const asked = url.pathname.includes('/interaction/');
    const response = await fetch(address, {
      method: asked ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(asked && { body: new URLSearchParams(somebody) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    address = new URL(await locationOf(Promise.resolve(response)), address).href;
  }
  throw new Error('the walk to the provider does not end');
}

/** The whole way; where it ends. */
export async function signIn(browser: Browser, path: string, somebody: Record<string, string>): Promise<string> {
  return locationOf(browser.get(await walk(browser, path, somebody)));
}

async function locationOf(asked: Promise<Response>): Promise<string> {
  const response = await asked;
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.status} without a location: ${await response.text()}`);
  return location;
}
