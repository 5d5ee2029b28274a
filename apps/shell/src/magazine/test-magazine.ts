// What the tests of the magazine share: its pages without the API and without files.
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
export const magazine = (more: Partial<Parameters<typeof createMagazine>[0]> = {}) =>
  createMagazine({ ...options, apiUrl: NOBODY, ...more });
export const body = async (path_: string) => (await (await magazine()).request(path_)).text();

export const portOf = (address: string | AddressInfo | null) => (typeof address === 'object' && address ? address.port : 0);
