import { resolve } from 'node:path';
import * as v from 'valibot';

const byName = <S extends v.GenericSchema>(value: S) => v.record(v.string(), value);
const Origin = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => new URL(text).origin === text, 'an origin, such as https://checkout.example'),
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
};

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * NEWSSTAND_STORE: the store's folder. As JSON by name: NEWSSTAND_PORTS, NEWSSTAND_ORIGINS (public origins) and
 * NEWSSTAND_DEVELOPMENT (origins of remotes under development).
 */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => ({
  dir: resolve(ROOT, env['NEWSSTAND_STORE'] ?? '.data/store'),
  ports: { ...PORTS, ...fromJson(env, 'NEWSSTAND_PORTS', byName(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65535)))) },
  origins: fromJson(env, 'NEWSSTAND_ORIGINS', byName(Origin)),
  development: fromJson(env, 'NEWSSTAND_DEVELOPMENT', byName(Origin)),
});

const fromJson = <S extends v.GenericSchema>(env: NodeJS.ProcessEnv, name: string, schema: S): v.InferOutput<S> => {
  try {
    return v.parse(schema, JSON.parse(env[name] || '{}'));
  } catch (error) {
    throw new Error(`${name} is not what it should be: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};
