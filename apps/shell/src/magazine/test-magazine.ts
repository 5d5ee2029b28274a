// What the tests of the magazine share: its pages without the API and without files.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createMagazine } from './create-magazine.ts';

export const options = {
  loaderUrl: 'http://files.example/loader.js',
  storeOrigins: ['http://files.example'],
  stripeOrigin: 'http://stripe.example',
  publicationDir: path.join(import.meta.dirname, 'test-publication'),
  publicUrl: 'http://magazine.example',
};
/** Nobody listens there. */
export const NOBODY = 'http://127.0.0.1:9';
type Magazine = ReturnType<typeof createMagazine>;
let plain: Magazine | undefined;
/**
 * The magazine as it stands is opened once, which is most of what a page costs; one that is to be otherwise is opened
 * for its test.
 */
export const magazine = (more?: Partial<Parameters<typeof createMagazine>[0]>): Magazine =>
  more ? createMagazine({ ...options, apiUrl: NOBODY, ...more }) : (plain ??= createMagazine({ ...options, apiUrl: NOBODY }));
export const body = async (path_: string) => (await (await magazine()).request(path_)).text();

export const portOf = (address: string | AddressInfo | null) => (typeof address === 'object' && address ? address.port : 0);

/** An API that knows one reader, by whatever cookie, and what was asked of it. */
export const startApi = async (session: object, entitled: boolean, renewable = false, renewed: string[] = []) => {
  const asked: string[] = [];
  const entitlement = {
    entitled,
    renewable,
    by: entitled ? 'subscription' : null,
    path: '/articles/held',
    expires: '2026-09-07T12:00:00Z',
    token: 'signed',
  };
  const api = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.cookie}`);
    response.setHeader('content-type', 'application/json');
    if (url === '/api/access/session') response.setHeader('set-cookie', renewed);
    response.end(JSON.stringify(url?.startsWith('/api/access/entitlement') ? entitlement : session));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  return { apiUrl: `http://127.0.0.1:${portOf(api.address())}`, asked, close: () => api.close() };
};
