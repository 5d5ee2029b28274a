import { resolve } from 'node:path';
import { isLoopbackUrl } from '@newsstand/contracts/loopback';
import * as v from 'valibot';

const byName = <S extends v.GenericSchema>(value: S) => v.record(v.string(), value);
const Origin = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => new URL(text).origin === text && !text.includes('*'), 'an origin, such as https://checkout.example'),
);

/** The ports of the shell and of each remote, where nothing else is set. */
export const PORTS: Readonly<Record<string, number>> = {
  shell: 4200,
  checkout: 4201,
  'mailing-list': 4202,
  subscribe: 4203,
  login: 4204,
  account: 4205,
};

export type Settings = {
  dir: string;
  ports: Readonly<Record<string, number>>;
  origins: Readonly<Record<string, string>>;
  development: Readonly<Record<string, string>>;
  /** Whether nobody but this machine reaches the store. */
  local: boolean;
};

const ROOT = resolve(import.meta.dirname, '../../..');

const json = <S extends v.GenericSchema>(value: S) =>
  v.pipe(v.optional(v.string(), '{}'), v.parseJson(undefined, 'must be JSON'), byName(value));
const variable = <const Schema extends v.GenericSchema>(text: string, schema: Schema) => v.pipe(schema, v.description(text));

/** What deploys read, and what serves the store. `docs/reference-variables.md` is made of it. */
export const Environment = v.object({
  NODE_ENV: variable('`production` refuses remotes under development.', v.optional(v.string(), 'development')),
  NEWSSTAND_STORE: variable('The folder of the store.', v.optional(v.string(), resolve(ROOT, '.data/store'))),
  NEWSSTAND_PORTS: variable(
    'JSON by name: the ports of the shell and of each remote; 0 takes a free one. Not set: 4200 and on.',
    json(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535))),
  ),
  NEWSSTAND_ORIGINS: variable('JSON by name: where the public reaches them. Not set: this machine’s address.', json(Origin)),
  NEWSSTAND_DEVELOPMENT: variable(
    'JSON by name: origins of remotes under development, which every page takes instead of the deployed ones; only on a machine of your own.',
    json(Origin),
  ),
});

/** Throws one error that names every variable that is wrong. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(Environment, set);
  if (!result.success) {
    throw new Error(result.issues.map((issue) => `${String(issue.path?.[0]?.key)} is not what it should be: ${issue.message}`).join('\n'));
  }
  const { NODE_ENV, NEWSSTAND_STORE, NEWSSTAND_PORTS, NEWSSTAND_ORIGINS: origins, NEWSSTAND_DEVELOPMENT: development } = result.output;
  const local = NODE_ENV.trim().toLowerCase() !== 'production' && Object.values(origins).every(isLoopbackUrl);
  if (!local && Object.keys(development).length > 0) {
    throw new Error('NEWSSTAND_DEVELOPMENT must not be set where others may reach the store: they would get code of this machine.');
  }
  return { dir: resolve(ROOT, NEWSSTAND_STORE), ports: { ...PORTS, ...NEWSSTAND_PORTS }, origins, development, local };
};
