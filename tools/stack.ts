import path from 'node:path';
import { fileOrigins, type Ports } from './ports.ts';
import { startService, waitFor, type Service } from './run.ts';

export type StackOptions = {
  ports: Ports;
  /** Where the stack keeps its database, mails, payments and logs. */
  dataDir: string;
  /** The folder store with the built remotes. */
  storeDir: string;
  /** Said when a service ends by itself. */
  onCrash: (name: string, log: string) => void;
  say?: (line: string) => void;
  env?: Record<string, string>;
};

export type Stack = { urls: Record<'magazine' | 'api' | 'mailbox' | 'stripe' | 'shell', string>; stop(): Promise<void> };

const at = (port: number) => `http://127.0.0.1:${port}`;

/** Starts the whole product on one machine: stand-ins, API with its embedded PostgreSQL, file origins, reference magazine. */
export async function startStack({ ports, dataDir, storeDir, onCrash, say = () => {}, env = {} }: StackOptions): Promise<Stack> {
  const services: Service[] = [];
  const logs = path.join(dataDir, 'logs');
  // The reader's address is localhost, not 127.0.0.1: that is what people type, and browsers treat it as secure.
  const magazine = `http://localhost:${ports.magazine}`;
  const origins = fileOrigins(ports);

  const start = async (name: string, file: string, own: Record<string, string>, ready: string) => {
    say(`  starting ${name} …`);
    const service = startService(name, file, { ...own, ...env }, logs, () => onCrash(name, service.log));
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
        { PORT: String(ports.openid), MAGAZINE_ORIGINS: magazine },
        `${at(ports.openid)}/.well-known/openid-configuration`,
      ),
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
      'services/commerce-api/src/server.ts',
      {
        PORT: String(ports.api),
        PUBLIC_URL: magazine,
        ALLOWED_ORIGINS: magazine,
        STRIPE_API_BASE: at(ports.stripe),
        STRIPE_JS_URL: `http://localhost:${ports.stripe}/v1/stripe.js`,
        SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
        OPENID_STAND_IN: at(ports.openid),
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
        STRIPE_ORIGIN: `http://localhost:${ports.stripe}`,
      },
      `${at(ports.magazine)}/`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: { magazine, api: at(ports.api), mailbox: at(ports.mailbox), stripe: at(ports.stripe), shell: origins.shell }, stop };
}
