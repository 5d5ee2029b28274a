import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { DESK_ROLES } from '@newsstand/contracts/desk-roles';
import type { DeskSession } from '@newsstand/contracts/desk-staff';
import { usualSheet } from '@newsstand/contracts/label-sheets';
import { Hono } from 'hono';
import { acceptInvitation, keepFurtherKey, lookAtInvitation, openFurtherKey, openInvitation } from '../../desk/staff/invite.ts';
import { askForKey } from '../../desk/staff/passkey.ts';
import { SAMPLES } from '../../desk/staff/samples.ts';
import { namesOf } from '../../publication/names-of.ts';
import { timeZoneOf } from '../../publication/publication-day.ts';
import { beSample, signIn, stepUp } from '../../desk/staff/sign-in.ts';
import { LASTS, readPerson, type Person } from '../../desk/staff/staff-session.ts';
import type { AppContext, AppEnv, Routes } from '../../platform/http/app-env.ts';
import { dropCookie, sendCookie } from '../../platform/http/cookies.ts';
import { hashOf } from '../../platform/secrets.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

export function deskSessionRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();
  const { cookie, samples } = deps.desk;

  const sessionOf = (person: Person | null): DeskSession => ({
    ...namesOf(deps.publication.cached()),
    lists: deps.publication.cached().lists,
    ...sheetOf(deps.publication.cached()),
    person: person && {
      name: person.name,
      email: person.email,
      roles: person.roles,
      proved: person.fresh.toISOString(),
      keys: person.keys,
    },
    magazine: deps.publication.cached().name,
    time_zone: timeZoneOf(deps.publication.cached()),
    invoices: deps.publication.cached().settings.invoice_prefix,
    samples: samples ? DESK_ROLES.map((role) => ({ role, name: SAMPLES[role].name })) : [],
  });
  /** The token leaves the service here only. */
  const begin = async (c: AppContext, token: string) => {
    sendCookie(c, cookie, 'desk', token, LASTS);
    return sessionOf(await readPerson(deps, hashOf(token)));
  };

  serveDesk(routes, deps, deskEndpoints.deskSession, async (_c, { person }) => sessionOf(person));

  serveDesk(routes, deps, deskEndpoints.deskKeyRound, async (_c, { network }) => ({ options: await askForKey(deps, network) }));

  serveDesk(routes, deps, deskEndpoints.deskSignIn, async (c, asker, { body }) => begin(c, await signIn(deps, body.key, asker)));

  serveDesk(routes, deps, deskEndpoints.deskBeSample, async (c, { before }, { body }) => begin(c, await beSample(deps, body.role, before)));

  serveDesk(routes, deps, deskEndpoints.deskStepUp, async (_c, { person, network }, { body }) => {
    await stepUp(deps, person, body.key, network);
    return sessionOf(await readPerson(deps, person.session));
  });

  serveDesk(routes, deps, deskEndpoints.deskOpenFurtherKey, async (_c, { person }) => ({ options: await openFurtherKey(deps, person) }));

  serveDesk(routes, deps, deskEndpoints.deskKeepFurtherKey, async (_c, { person, network }, { body }) => {
    await keepFurtherKey(deps, person, { key: body.key, network });
    return sessionOf(await readPerson(deps, person.session));
  });

  serveDesk(routes, deps, deskEndpoints.deskSignOut, async (c, { person }) => {
    await deps.db.staffSession.deleteMany({ where: { tokenHash: person.session } });
    dropCookie(c, cookie, 'desk');
    return sessionOf(null);
  });

  serveDesk(routes, deps, deskEndpoints.deskLookAtInvitation, async (_c, { network }, { body }) =>
    lookAtInvitation(deps, body.token, network),
  );

  serveDesk(routes, deps, deskEndpoints.deskOpenInvitation, async (_c, { network }, { body }) => ({
    options: await openInvitation(deps, body.token, network),
  }));

  serveDesk(routes, deps, deskEndpoints.deskAcceptInvitation, async (c, asker, { body }) =>
    begin(c, await acceptInvitation(deps, body, asker)),
  );

  return routes;
}

/**
 * What sheet of labels the publisher has most likely: print is posted from zone a. None where that has countries of
 * both kinds of paper.
 */
function sheetOf({ zones }: ReturnType<DeskDeps['publication']['cached']>): Pick<DeskSession, 'sheet'> {
  const [sheet, ...others] = new Set(zones.a.countries.map(({ code }) => usualSheet(code)));
  return sheet !== undefined && others.length === 0 ? { sheet } : {};
}
