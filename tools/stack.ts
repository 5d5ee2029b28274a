import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Outside, STAND_INS } from './outside.ts';
import { fileOrigins, type Ports } from './ports.ts';
import { root } from './root.ts';
import { startService, waitFor, type Service } from './run.ts';

export type StackOptions = {
  ports: Ports;
  /** Where the stack keeps its database, mails, payments and logs. */
  dataDir: string;
  /** The folder store with the built remotes. */
  storeDir: string;
  /** The folder of another release, whose API it is to be. */
  apiFrom?: string;
  /** Called when a service ends by itself. */
  onCrash: (name: string, log: string) => void;
  say?: (line: string) => void;
  /** Outside services to use; stand-ins by default. */
  outside?: Outside;
  env?: Record<string, string>;
};

export type Stack = { urls: Record<'magazine' | 'desk' | 'api' | 'mailbox' | 'stripe' | 'shell', string>; stop(): Promise<void> };

/** The API as it was built; one of a release that was not is read file by file. */
function service(from: string): string {
  const built = path.resolve(root, from, 'services/commerce-api/dist/server.mjs');
  return existsSync(built) ? built : path.resolve(root, from, 'services/commerce-api/src/main/server.ts');
}

/** The variables that point the API to its stand-ins. Variables that are already set are not overridden. */
export const apiOutside = ({ payments, mail }: Outside, { stripe, smtp }: Pick<Ports, 'stripe' | 'smtp'>): Record<string, string> => ({
  ...(payments === 'emulator' && { STRIPE_API_BASE: at(stripe), STRIPE_JS_URL: `http://localhost:${stripe}/v1/stripe.js` }),
  ...(mail === 'mailbox' && { SMTP_URL: `smtp://127.0.0.1:${smtp}` }),
});

const at = (port: number) => `http://127.0.0.1:${port}`;

/**
 * Starts the whole product on one machine: stand-ins, API with its embedded PostgreSQL, file origins, reference
 * magazine.
 */
export async function startStack({
  ports,
  dataDir,
  storeDir,
  apiFrom = '',
  onCrash,
  say = () => {},
  outside = STAND_INS,
  env = {},
}: StackOptions): Promise<Stack> {
  const services: Service[] = [];
  const logs = path.join(dataDir, 'logs');
  // Where readers are: the reference magazine, or a CMS of one's own on this machine.
  const site = process.env['PUBLIC_URL'] ?? `http://localhost:${ports.magazine}`;
  // The reader's address is localhost, not 127.0.0.1: that is what people type, and browsers treat it as secure.
  const magazine = `http://localhost:${ports.magazine}`;
  // Passkeys need a host name, not an IP address.
  const desk = `http://localhost:${ports.desk}`;
  const origins = fileOrigins(ports);

  // Only this machine, whatever HOST a terminal has: everything is asked for there, and stand-ins start nowhere else.
  const start = async (name: string, file: string, own: Record<string, string>, ready: string) => {
    say(`  starting ${name} …`);
    const service = startService(name, file, { HOST: '127.0.0.1', ...own, ...env }, logs, () => onCrash(name, service.log));
    services.push(service);
    await waitFor(ready).catch((error: unknown) => {
      throw new Error(`${name} did not start; its log is ${service.log}`, { cause: error });
    });
  };
  // Newest first: the magazine stops before the API, the API (with its database) before what it calls.
  const stop = async () => {
    for (const service of services.toReversed()) await service.stop();
  };

  try {
    await Promise.all([
      outside.payments === 'emulator' &&
        start(
          'stripe-emulator',
          'packages/dev-services/src/stripe-emulator-main.ts',
          {
            PORT: String(ports.stripe),
            STATE_FILE: path.join(dataDir, 'stripe.sqlite'),
            STRIPE_WEBHOOK_URL: `${at(ports.api)}/api/webhooks/stripe`,
          },
          `${at(ports.stripe)}/`,
        ),
      start(
        'openid-provider',
        'packages/dev-services/src/openid-provider-main.ts',
        { PORT: String(ports.openid), MAGAZINE_ORIGINS: [...new Set([magazine, site])].join(',') },
        `${at(ports.openid)}/.well-known/openid-configuration`,
      ),
      outside.mail === 'mailbox' &&
        start(
          'mailbox',
          'packages/dev-services/src/mailbox-main.ts',
          { SMTP_PORT: String(ports.smtp), HTTP_PORT: String(ports.mailbox), STATE_FILE: path.join(dataDir, 'mailbox.sqlite') },
          `${at(ports.mailbox)}/`,
        ),
      start(
        'file-origins',
        'packages/build/src/serve-store-main.ts',
        {
          NEWSSTAND_STORE: storeDir,
          NEWSSTAND_ORIGINS: JSON.stringify(origins),
          NEWSSTAND_PORTS: JSON.stringify({
            shell: ports.shell,
            checkout: ports.checkout,
            'mailing-list': ports['mailing-list'],
            subscribe: ports.subscribe,
            login: ports.login,
            account: ports.account,
          }),
        },
        `${at(ports.shell)}/loader.js`,
      ),
    ]);
    await start(
      'commerce-api',
      service(apiFrom),
      {
        PORT: String(ports.api),
        PUBLIC_URL: site,
        ALLOWED_ORIGINS: [magazine, site, process.env['ALLOWED_ORIGINS']].filter(Boolean).join(','),
        ...apiOutside(outside, ports),
        OPENID_STAND_IN: at(ports.openid),
        DESK_URL: desk,
        DESK_PORT: String(ports.desk),
        DESK_SAMPLES: 'yes',
        DATA_DIR: dataDir,
        POSTGRES_PORT: String(ports.postgres),
        TRUSTED_PROXIES: '1',
      },
      `${at(ports.api)}/api/health/ready`,
    );
    await start(
      'magazine',
      'apps/shell/src/magazine/server.ts',
      {
        PORT: String(ports.magazine),
        API_URL: at(ports.api),
        PUBLIC_URL: magazine,
        NEWSSTAND_ORIGINS: JSON.stringify(origins),
        LOADER_URL: `${origins.shell}/loader.js`,
        STRIPE_ORIGIN: outside.payments === 'stripe' ? 'https://js.stripe.com' : `http://localhost:${ports.stripe}`,
      },
      `${at(ports.magazine)}/`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: { magazine, desk, api: at(ports.api), mailbox: at(ports.mailbox), stripe: at(ports.stripe), shell: origins.shell }, stop };
}
