import * as v from 'valibot';
import type { DeskVerb } from './desk-roles.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * A call of the publisher's desk. `verb` says who may make it: whoever has a role for that verb, everybody who is
 * signed in (`staff`), or whoever comes to the desk's own origin (`anybody`).
 */
export type DeskEndpoint = Endpoint & { verb: DeskVerb | 'staff' | 'anybody' };

/** An id in a path. */
export const id = v.pipe(v.string(), v.uuid());
