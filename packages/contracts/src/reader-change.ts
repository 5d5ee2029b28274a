import * as v from 'valibot';
import { Reader } from './reader.ts';

/**
 * The localStorage item that changes with each login and logout: `storage` tells the other tabs of the site. Its value
 * says nothing.
 */
export const READER_CHANGED = 'newsstand-reader';

/**
 * Dispatched on `document` after a login in place (`data-in-place` on a login widget): the page stays, and what shows
 * the reader or the cart asks anew.
 */
export const READER_LOGIN = 'newsstand:login';

/** The detail of `newsstand:login`. `v` is the version of this shape: listeners leave alone what they do not know. */
export const ReaderLogin = v.object({ v: v.literal(1), ...Reader.entries });
export type ReaderLogin = v.InferOutput<typeof ReaderLogin>;
