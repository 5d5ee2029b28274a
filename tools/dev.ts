// npm run dev: the whole product with hot reload. Every remote runs under its own dev server, alone at its address and
// inside the magazine's pages.
import path from 'node:path';
import { endWhereItRuns } from './already-running.ts';
import { buildAndDeploy } from './deploy.ts';
import { choosePorts, claimFrom, DEV_SERVERS } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { startCommand, waitFor, type Service } from './run.ts';
import { startStack, type Stack } from './stack.ts';

await endWhereItRuns(dataDir);
const { ports, taken } = await choosePorts();
for (const line of taken) console.log(line);
/** Where each remote's dev server listens. */
const remotes: { name: string; port: number }[] = [];
for (const [name, usual] of Object.entries(DEV_SERVERS)) {
  const port = await claimFrom(usual, new Set(remotes.map((remote) => remote.port)));
  if (port !== usual) console.log(`port ${usual} (${name} alone) is in use; using ${port} instead`);
  remotes.push({ name, port });
}
await prepare();
const storeDir = path.join(dataDir, 'store');
await buildAndDeploy(storeDir, ports);

const running: Service[] = [];
let stack: Stack | null = null;
let stopping = false;
const stop = async (code: number) => {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  await Promise.all(running.map((service) => service.stop()));
  await stack?.stop();
  process.exit(code);
};
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
const onCrash = (name: string, log: string) => {
  console.error(`${name} ended by itself; its log is ${log}`);
  void stop(1);
};

for (const { name, port } of remotes) {
  const args = ['run', '--silent', 'dev', '-w', `apps/${name}-mf`];
  running.push(startCommand(`dev-${name}`, 'npm', args, path.join(dataDir, 'logs'), onCrash, { PORT: String(port) }));
}
await Promise.all(remotes.map(({ port }) => waitFor(`http://127.0.0.1:${port}/entry.js`)));
const development = Object.fromEntries(remotes.map(({ name, port }) => [name, `http://localhost:${port}`]));
stack = await startStack({ ports, dataDir, storeDir, onCrash, env: { NEWSSTAND_DEVELOPMENT: JSON.stringify(development) } });
console.log(`
Hot reload is on: a change of a remote shows in the magazine's pages and in the remote's own.

  The magazine        ${stack.urls.magazine}
${remotes.map(({ name, port }) => `  ${`${name} alone`.padEnd(20)}http://localhost:${port}`).join('\n')}
  The mailbox         ${stack.urls.mailbox}

  A change of the API or of the magazine's templates needs a restart (Ctrl-C, npm run dev).
`);
