// node src/openid-provider-main.ts: the stand-in for Google and OpenAthens as a process of its own.
import { closeOnSignal, OpenidEnvironment, readEnvironment } from './environment.ts';
import { startOpenidProvider } from './openid-provider.ts';
import { thisMachineOnly } from './this-machine-only.ts';

const DAY = 24 * 60 * 60 * 1000;

const env = readEnvironment(OpenidEnvironment);
const origins = env.MAGAZINE_ORIGINS.split(',');
thisMachineOnly(env.HOST, origins);
const provider = await startOpenidProvider({ port: env.PORT, host: env.HOST, origins });
// OpenAthens does so every day.
const rotation = setInterval(provider.rotateKeys, DAY);
closeOnSignal(async () => {
  clearInterval(rotation);
  await provider.close();
});
process.stdout.write(`openid provider ready at ${provider.url}\n`);
