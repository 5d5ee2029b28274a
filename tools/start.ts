// npm start: the whole product on this machine. Data stays in .data/; Ctrl-C stops everything.
import path from 'node:path';
import { buildAndDeploy } from './deploy.ts';
import { choosePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { startStack, type Stack } from './stack.ts';

const started = performance.now();
const { ports, taken } = await choosePorts();
for (const line of taken) console.log(line);
await prepare();
const storeDir = path.join(dataDir, 'store');
await buildAndDeploy(storeDir, ports);

let stack: Stack | null = null;
let stopping = false;
const stop = async (code: number) => {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  await stack?.stop();
  process.exit(code);
};
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

console.log('Starting the magazine …');
try {
  stack = await startStack({
    ports,
    dataDir,
    storeDir,
    say: console.log,
    onCrash: (name, log) => {
      console.error(`${name} ended by itself; its log is ${log}`);
      void stop(1);
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(`
Ready after ${((performance.now() - started) / 1000).toFixed(1)} s. No key or mail server is configured, so payments and mail are stand-ins on this machine.

  The magazine               ${stack.urls.magazine}
  The mailbox                ${stack.urls.mailbox}
  The emulator's dashboard   ${stack.urls.stripe}
  The API's documentation    ${stack.urls.magazine}/api/docs

  Cards: 4242 4242 4242 4242 pays · 4000 0000 0000 0002 is declined · 4000 0027 6000 3184 asks for authentication
  Ctrl-C stops everything; the data stays. npm run reset starts over.
`);
