// What the tests of the desk share: the desk beside the readers' service, on one database, and people who sign in
// there.
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { createDeskApp } from '../src/api/desk/desk-app.ts';
import type { Routes } from '../src/platform/http/app-env.ts';
import { Browser } from './browser.ts';
import { createTestApp, type TestApp, type TestOptions } from './test-app.ts';

export const DESK = 'http://localhost:4400';

export type DeskApp = TestApp & {
  desk: Routes;
  /** A browser at the desk's origin, in which nobody is signed in. */
  atDesk(): Browser;
  /** The same of a sample person. */
  as(role: DeskRole): Promise<Browser>;
};

/** The desk as `npm start` has it, with its sample people. */
export async function createDeskTestApp({ env, ...options }: TestOptions = {}): Promise<DeskApp> {
  const service = await createTestApp({ ...options, env: { DESK_URL: DESK, DESK_SAMPLES: 'yes', ...env } });
  const desk = createDeskApp(service.deps);
  const atDesk = () => new Browser(desk, DESK);
  return {
    ...service,
    desk,
    atDesk,
    as: async (role) => {
      const browser = atDesk();
      const answer = await browser.post('/api/desk/session/sample', { role });
      if (answer.status !== 200) throw new Error(`${role} could not sign in: ${await answer.text()}`);
      return browser;
    },
  };
}
