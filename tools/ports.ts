import net from 'node:net';

/** The ports of `npm start`; a taken one is replaced by the next free one. */
export const DEFAULT_PORTS = {
  magazine: 4000,
  api: 4100,
  shell: 4200,
  checkout: 4201,
  'mailing-list': 4202,
  subscribe: 4203,
  login: 4204,
  account: 4205,
  stripe: 4242,
  smtp: 4025,
  mailbox: 4080,
  postgres: 4432,
  openid: 4300,
  desk: 4400,
} as const;
export type PortName = keyof typeof DEFAULT_PORTS;
export type Ports = Record<PortName, number>;

/** Where the remotes' own dev servers listen (tools/dev.ts), as each rspack.config.ts says: no service moves there. */
export const DEV_SERVERS = { checkout: 4301, 'mailing-list': 4302, subscribe: 4303, login: 4304, account: 4305 } as const;

/** The ports that a person asks for: `PORT` is the magazine's, `DESK_PORT` the desk's; the rest are the usual ones. */
export const wantedPorts = (env: Readonly<Record<string, string | undefined>>): Ports => ({
  ...DEFAULT_PORTS,
  magazine: portIn(env, 'PORT') ?? DEFAULT_PORTS.magazine,
  desk: portIn(env, 'DESK_PORT') ?? DEFAULT_PORTS.desk,
});

function portIn(env: Readonly<Record<string, string | undefined>>, name: string): number | null {
  const value = env[name];
  if (!value) return null;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > HIGHEST) throw new Error(`${name} is "${value}": it takes a port from 1 to ${HIGHEST}`);
  return port;
}

/**
 * Picks a port for each service: the default, or the next free one after it. `taken` says which defaults were in use.
 * Each is kept for this process until it ends, against whoever picks in the same moment.
 */
export async function choosePorts(defaults: Ports = DEFAULT_PORTS): Promise<{ ports: Ports; taken: string[] }> {
  const ports = { ...defaults };
  const taken: string[] = [];
  const used = new Set<number>(Object.values(DEV_SERVERS));
  for (const name of portNames()) {
    const port = await claimFrom(defaults[name], used);
    if (port !== defaults[name]) taken.push(`port ${defaults[name]} (${name}) is in use; using ${port} instead`);
    used.add(port);
    ports[name] = port;
  }
  return { ports, taken };
}

/** The first port from this one on that nobody uses, and none of `used`; kept until this process ends. */
export async function claimFrom(first: number, used: ReadonlySet<number> = new Set()): Promise<number> {
  let port = first;
  while (used.has(port) || !(await claim(port))) port += 1;
  return port;
}

/** Ports that nobody uses now, for stacks of their own (tests, figures), none twice. */
export async function freePorts(stacks: number): Promise<Ports[]> {
  const held = await Promise.all(Array.from({ length: stacks }, () => Promise.all(portNames().map(hold))));
  const sets: Ports[] = [];
  for (const servers of held) {
    const ports: Ports = { ...DEFAULT_PORTS };
    for (const { name, server } of servers) {
      const address = server.address();
      if (address !== null && typeof address === 'object') ports[name] = address.port;
      await new Promise((resolve) => server.close(resolve));
    }
    sets.push(ports);
  }
  return sets;
}

export function portNames(): PortName[] {
  return [
    'magazine',
    'api',
    'shell',
    'checkout',
    'mailing-list',
    'subscribe',
    'login',
    'account',
    'stripe',
    'smtp',
    'mailbox',
    'postgres',
    'openid',
    'desk',
  ];
}

const hold = (name: PortName) =>
  new Promise<{ name: PortName; server: net.Server }>((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve({ name, server }));
  });

/**
 * So far above a port lies the one that says that somebody has picked it: seconds pass between picking and listening.
 */
const CLAIM = 20_000;
const HIGHEST = 65_535 - CLAIM;

/**
 * Keeps a port that nobody uses, from everybody else who picks one like this; false where somebody uses or keeps it.
 * The kernel gives it back when this process ends.
 */
async function claim(port: number): Promise<boolean> {
  const kept = await listenOn(port + CLAIM, '127.0.0.1');
  if (kept === null || kept === 'in use') return false;
  kept.unref();
  if (await isFree(port)) return true;
  kept.close();
  return false;
}

/**
 * Some of our servers listen on every address: nobody may be on the port of any. A machine without IPv6 has nobody
 * there.
 */
export async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '::']) {
    const server = await listenOn(port, host);
    if (server === 'in use') return false;
    if (server) await new Promise((resolve) => server.close(resolve));
  }
  return true;
}

const listenOn = (port: number, host: string) =>
  new Promise<net.Server | 'in use' | null>((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' ? 'in use' : null));
    server.listen(port, host, () => resolve(server));
  });

/** Each team's files come from an origin of their own. */
export const fileOrigins = (ports: Ports): Record<'shell' | 'checkout' | 'mailing-list' | 'subscribe' | 'login' | 'account', string> => ({
  shell: `http://localhost:${ports.shell}`,
  checkout: `http://localhost:${ports.checkout}`,
  'mailing-list': `http://localhost:${ports['mailing-list']}`,
  subscribe: `http://localhost:${ports.subscribe}`,
  login: `http://localhost:${ports.login}`,
  account: `http://localhost:${ports.account}`,
});
