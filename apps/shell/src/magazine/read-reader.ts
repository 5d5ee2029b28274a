import { Entitlement } from '@newsstand/contracts/access';
import { Reader } from '@newsstand/contracts/reader';
import * as v from 'valibot';
import { askApi } from './ask-api.ts';

/**
 * What a page may show of its reader: the name, the whole of an article that is held, and that it is staff who looks
 * (`viewOnly`). `renewable`: where it is not shown, a subscription ran out. `renewed`: the cookies of a session that a
 * visit prolongs, for their browser.
 */
export type PageReader = { name: string | null; entitled: boolean; renewable: boolean; viewOnly: boolean; renewed: string[] };
export const NOBODY: PageReader = { name: null, entitled: false, renewable: false, viewOnly: false, renewed: [] };

/** Whether a page has something of its reader's, which Back must not bring out of the browser's cache after logout. */
export const showsReader = ({ name, entitled }: PageReader): boolean => name !== null || entitled;

/** Longer than this no page waits to know its reader. */
const PATIENCE = 2000;
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-|__Secure-)?sid=/;

/**
 * Asks the API who is reading; for a held article (`held` is its path) also whether they may. Who brings no session,
 * and everybody while the API is down, is nobody.
 */
export const readReader = async (apiUrl: string, cookie: string | undefined, held: string | null): Promise<PageReader> => {
  if (cookie === undefined || !SESSION_COOKIE.test(cookie)) return NOBODY;
  const renewed: string[] = [];
  const ask = async <Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>> => {
    const response = await askApi(new Request(apiUrl + path, { headers: { cookie }, signal: AbortSignal.timeout(PATIENCE) }));
    renewed.push(...response.headers.getSetCookie());
    return v.parse(schema, await response.json());
  };
  try {
    const [{ account, institution, view_only }, may] = await Promise.all([
      ask('/api/access/session', Reader),
      held !== null && ask(`/api/access/entitlement?${new URLSearchParams({ path: held })}`, Entitlement),
    ]);
    return {
      name: account?.name ?? institution?.name ?? null,
      entitled: may !== false && may.entitled,
      renewable: may !== false && may.renewable,
      viewOnly: view_only ?? false,
      renewed,
    };
  } catch (error) {
    process.stderr.write(`The API at ${apiUrl} does not say who is reading: ${String(error)}\n`);
    return NOBODY;
  }
};
