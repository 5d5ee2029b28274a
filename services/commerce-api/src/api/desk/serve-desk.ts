import type { DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { UNATTENDED } from '@newsstand/contracts/desk-staff';
import { mayDo, wantsProof } from '@newsstand/contracts/desk-roles';
import type * as v from 'valibot';
import { asking } from '../../desk/act.ts';
import { readPerson, type Person } from '../../desk/staff/staff-session.ts';
import type { Config } from '../../platform/config/config.ts';
import type { AppContext, Routes } from '../../platform/http/app-env.ts';
import { clientAddress, networkOf } from '../../platform/http/client-address.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serveEndpoint, type RequestOf } from '../../platform/http/serve-endpoint.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

/** What every route of the desk is given: a process that serves none has no such routes. */
export type DeskDeps = Deps & { desk: NonNullable<Config['desk']> };

/**
 * Who asks, and from where. `before`: the hash of the session that the browser has, whether it still holds or not;
 * `isAttended`: somebody is at the page, which else asks by itself.
 */
export type Asker<Who> = { person: Who; network: string; before: string | null; isAttended: boolean };

type WhoOf<E extends DeskEndpoint> = E['verb'] extends 'anybody' ? Person | null : Person;

/**
 * Serves one call of the desk, to whoever may make it: the endpoint's verb says who, by the table of `desk-roles.ts`.
 * It is asked before anything of the request is read.
 */
export function serveDesk<const E extends DeskEndpoint>(
  routes: Routes,
  deps: DeskDeps,
  endpoint: E,
  answer: (c: AppContext, asker: Asker<WhoOf<E>>, request: RequestOf<E>) => Promise<v.InferInput<E['answer']> | Response>,
): void {
  const askers = new WeakMap<AppContext, Asker<WhoOf<E>>>();
  routes.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c, next) => {
    const token = readCookie(c, deps.desk.cookie, 'desk');
    const before = token === null ? null : hashOf(token);
    const isDry = endpoint.query !== undefined && 'dry' in endpoint.query && c.req.query('dry') === '';
    const isAttended = c.req.header(UNATTENDED) === undefined;
    const person = await permitted(deps, endpoint, { session: before, isAttended }, isDry);
    // `permitted` answers null to nobody but 'anybody', by which `WhoOf` goes.
    const network = networkOf(clientAddress(c, deps.config.trustedProxies));
    askers.set(c, { person: person as WhoOf<E>, network, before, isAttended });
    await next();
  });
  serveEndpoint(routes, endpoint, async (c, request) => {
    const asker = askers.get(c);
    if (!asker) throw new Error(`${endpoint.path} was not guarded`);
    return asking.run(hashOf(JSON.stringify([endpoint.path, request.params, request.body])), () => answer(c, asker, request));
  });
}

/** What is only tried changes nothing: the key is wanted for the button, not for the dialog. */
async function permitted(
  deps: DeskDeps,
  { verb }: DeskEndpoint,
  { session, isAttended }: { session: string | null; isAttended: boolean },
  isDry: boolean,
): Promise<Person | null> {
  const person = await readPerson(deps, session, isAttended);
  if (verb === 'anybody') return person;
  if (person === null) throw new Refusal(401, deskText('sign_in'));
  if (verb === 'staff') return person;
  if (!mayDo(person.roles, verb)) throw new Refusal(403, deskText('not_your_role'));
  if (!isDry && wantsProof(verb) && person.fresh <= deps.clock()) {
    throw new Refusal(403, deskText('show_passkey'), undefined, { require: 'step-up' });
  }
  return person;
}
