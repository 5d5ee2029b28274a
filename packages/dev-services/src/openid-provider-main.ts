// node src/openid-provider-main.ts: the stand-in for Google and OpenAthens as a process of its own.
import * as v from 'valibot';
import { closeOnSignal, Port, readEnvironment } from './environment.ts';
import { startOpenidProvider } from './openid-provider.ts';

const DAY = 24 * 60 * 60 * 1000;

const Environment = v.object({
  PORT: Port(4300),
  HOST: v.optional(v.string(), '127.0.0.1'),
  /** A comma list: the magazine's origin under each of its names. */
  MAGAZINE_ORIGINS: v.optional(v.string(), 'http://localhost:4000,http://127.0.0.1:4000'),
});

const env = readEnvironment(Environment);
const provider = await startOpenidProvider({ port: env.PORT, host: env.HOST, origins: env.MAGAZINE_ORIGINS.split(',') });
// OpenAthens does so every day.
const rotation = setInterval(provider.rotateKeys, DAY);
closeOnSignal(async () => {
  clearInterval(rotation);
  await provider.close();
});
process.stdout.write(`openid provider ready at ${provider.url}\n`);
