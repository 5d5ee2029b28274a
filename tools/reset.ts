// npm run reset: forgets everything that running the product wrote.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from './root.ts';

const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
if (existsSync(pidFile)) {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (isRunning(pid)) {
    console.error('The product is still running here. Stop it first (Ctrl-C in its terminal), then reset.');
    process.exit(1);
  }
}
rmSync(dataDir, { recursive: true, force: true });
console.log('Forgotten: database, mails, payments, built remotes. npm start begins anew.');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
