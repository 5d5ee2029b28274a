// npm start: the whole product on this machine. Data stays in .data/; Ctrl-C stops everything.
import path from 'node:path';
import { endWhereItRuns } from './already-running.ts';
import { buildAndDeploy } from './deploy.ts';
import { outsideLine, outsideOf } from './outside.ts';
import { choosePorts, wantedPorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { startStack, type Stack } from './stack.ts';

const started = performance.now();
const [outside, wanted] = asked();
await endWhereItRuns(dataDir);
const { ports, taken } = await choosePorts(wanted);
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
    outside,
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
const emulated = outside.payments === 'emulator';
// Who began with it has it already.
const SAMPLE =
  path.basename(process.argv[1] ?? '') === 'sample.ts'
    ? ''
    : '\n  Nobody is at the desk yet? npm run sample, instead of npm start, begins with a year of readers and orders.';
const CARDS = `
  Cards: 4242 4242 4242 4242 pays · 4000 0000 0000 0002 is declined · 4000 0027 6000 3184 asks for authentication${SAMPLE}`;
const places = [
  ['The magazine', stack.urls.magazine],
  ...(process.env['PUBLIC_URL'] ? [['Where letters lead', process.env['PUBLIC_URL']]] : []),
  ["The publisher's desk", stack.urls.desk],
  ...(outside.mail === 'mailbox' ? [['The mailbox', stack.urls.mailbox]] : []),
  ...(emulated ? [["The emulator's dashboard", stack.urls.stripe]] : []),
  ["The API's documentation", `${stack.urls.magazine}/api/docs`],
];
console.log(`
Ready after ${((performance.now() - started) / 1000).toFixed(1)} s. ${outsideLine(outside, `${stack.urls.magazine}/api/webhooks/stripe`)}

${places.map(([name = '', url]) => `  ${name.padEnd(27)}${url}`).join('\n')}
${emulated ? CARDS : ''}
  Ctrl-C stops everything; the data stays. npm run reset starts over.
`);

function asked() {
  try {
    return [outsideOf(process.env), wantedPorts(process.env)] as const;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
