import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileOrigins, type Ports } from './ports.ts';
import { root } from './root.ts';
import { run } from './run.ts';

/** The shell and the remotes, by their folders in `apps`. */
export const DEPLOYED = ['shell', 'checkout-mf', 'mailing-list-mf', 'subscribe-mf', 'login-mf', 'account-mf'];

/**
 * Builds the shell and every remote (what did not change comes from turbo's cache) and deploys each into the folder
 * store, as its own team would.
 */
export async function buildAndDeploy(storeDir: string, ports: Ports): Promise<void> {
  await build();
  await deployBuilds(storeDir, ports);
}

export async function build(): Promise<void> {
  console.log('Building the remotes …');
  const built = await run('turbo', ['run', 'build', '--output-logs=errors-only'], { quiet: true });
  if (built.code !== 0) throw new Error(`The build failed:\n${built.output}`);
}

/** `from`: the folder of the release whose builds these are. */
export async function deployBuilds(storeDir: string, ports: Ports, from = root): Promise<void> {
  for (const app of DEPLOYED.filter((name) => existsSync(path.join(from, 'apps', name, 'dist')))) {
    const env = { NEWSSTAND_STORE: storeDir, NEWSSTAND_ORIGINS: JSON.stringify(fileOrigins(ports)) };
    const { code, output } = await run('newsstand', ['deploy'], { quiet: true, env, cwd: path.join(from, 'apps', app) });
    if (code !== 0) throw new Error(`${app} could not be deployed:\n${output}`);
    console.log(`  ${output.trim()}`);
  }
}
