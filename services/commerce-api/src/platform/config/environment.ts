import { resolve } from 'node:path';
import { Email, isSender } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { AccessEnvironment } from './access-config.ts';
import { FilesEnvironment } from './files-config.ts';
import { variable } from './variable.ts';
import { WebhookEnvironment } from './webhook-config.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');

/** Keys that only the emulator and a single machine know: nothing that a server on the internet may run with. */
export const STAND_IN = {
  stripeSecretKey: 'sk_test_newsstand',
  stripePublishableKey: 'pk_test_newsstand',
  stripeWebhookSecret: 'whsec_newsstand',
  stripeApiBase: 'http://127.0.0.1:4242',
  smtpUrl: 'smtp://127.0.0.1:4025',
  botSecret: 'newsstand-on-this-machine-only',
} as const;

const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    ),
  );
const number = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const origin = v.pipe(
  url('http:', 'https:'),
  v.transform((text) => text.replace(/\/$/, '')),
  v.check((text) => URL.parse(text)?.origin === text, 'must be an origin such as https://magazine.example, without a path'),
);
/** By the one rule for addresses, in its one spelling. */
const mailbox = v.pipe(
  v.string(),
  v.check((text) => v.is(Email, text), 'must be an address such as bounces@magazine.example'),
  Email,
);
const choice = <const Options extends readonly string[]>(...options: Options) => v.picklist(options, `must be ${options.join(' or ')}`);
const startsWith = (prefix: RegExp, example: string) => v.pipe(v.string(), v.regex(prefix, `must begin with ${example}`));

const REQUIRED = { required: true };

/**
 * The least work that altcha may ask of a browser beyond one machine, in hash rounds of one try: below it a bot loses
 * nothing.
 */
export const LEAST_BOT_COST = 1000;

/**
 * The whole environment of the service and of the programs that staff start. `docs/reference-variables.md` is made of
 * it.
 */
export const Environment = v.object({
  NODE_ENV: variable(
    '`production` counts as reached by others whatever the addresses say; no other value makes anything less strict.',
    v.optional(v.string(), 'development'),
  ),
  PORT: variable('The port to listen on; 0 takes a free one.', v.optional(number(0, 65_535), '4100')),
  HOST: variable(
    'The address to listen on. Not set: 127.0.0.1 on a machine of your own, and all that the machine has where others may reach it.',
    v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address or a name such as 0.0.0.0'))),
  ),
  DRAIN_SECONDS: variable(
    'For how long a service that was told to stop (`SIGTERM`) goes on answering while `/api/health/ready` says 503: longer than the load balancer takes to look twice. Not set: 0 on a machine of your own, 5 where others may reach it.',
    v.optional(number(0, 60)),
  ),
  DATABASE_URL: variable(
    'PostgreSQL. Not set: one is started here, in `DATA_DIR`, on `POSTGRES_PORT`.',
    v.optional(url('postgres:', 'postgresql:')),
    REQUIRED,
  ),
  DATA_DIR: variable('The folder of the PostgreSQL that is started here.', v.optional(v.string(), resolve(ROOT, '.data'))),
  POSTGRES_PORT: variable('The port of the PostgreSQL that is started here.', v.optional(number(1, 65_535), '4432')),
  PUBLICATION_ID: variable(
    'Which publication of the database this is.',
    v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')), 'main'),
  ),
  PUBLICATION_DIR: variable(
    'The folder of the publication’s files.',
    v.optional(v.string(), resolve(ROOT, 'services/commerce-api/publication')),
  ),
  PUBLIC_URL: variable(
    'The magazine’s origin: cookies, links in letters, who may call.',
    v.optional(origin, 'http://localhost:4000'),
    REQUIRED,
  ),
  ALLOWED_ORIGINS: variable(
    'More origins whose pages may call, by commas.',
    v.optional(
      v.pipe(
        v.string(),
        v.transform((list) =>
          list
            .split(',')
            .map((entry) => entry.trim())
            .filter((entry) => entry !== ''),
        ),
        v.array(origin),
      ),
      '',
    ),
  ),
  COOKIE_MODE: variable(
    '`host`: the CMS hands `/api` on. `domain`: sub-domains of `COOKIE_DOMAIN` share the session. `partitioned`: the CMS is on another site.',
    v.optional(choice('host', 'domain', 'partitioned'), 'host'),
  ),
  COOKIE_DOMAIN: variable(
    'With `COOKIE_MODE=domain`: the domain that magazine and API are on, such as `magazine.example`; never one under which strangers register names.',
    v.optional(
      v.pipe(
        v.string(),
        v.toLowerCase(),
        v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, 'must be a domain such as magazine.example'),
      ),
    ),
  ),
  TRUSTED_PROXIES: variable(
    'How many proxies in front append to `X-Forwarded-For`. With a wrong number one reader’s limit is everybody’s, or nobody’s.',
    v.optional(number(0, 10), '0'),
    REQUIRED,
  ),
  BOT_CHECK: variable(
    'Who tells people from programs: `altcha`, built in, or `turnstile` or `hcaptcha`.',
    v.optional(choice('altcha', 'turnstile', 'hcaptcha'), 'altcha'),
  ),
  BOT_SITE_KEY: variable('The site’s key at `turnstile` or `hcaptcha`.', v.optional(v.string())),
  BOT_COST: variable(
    `altcha’s work for a browser: hash rounds of each of some hundred tries; more of it slows bots and old phones. At least ${LEAST_BOT_COST} where others may reach it.`,
    v.optional(number(1, 1_000_000), '5000'),
  ),
  BOT_SECRET: variable(
    'Signs altcha’s challenges, or the secret at `turnstile` or `hcaptcha`; 16 characters or more.',
    v.optional(v.pipe(v.string(), v.minLength(16, 'must be at least 16 characters')), STAND_IN.botSecret),
    REQUIRED,
  ),
  STRIPE_SECRET_KEY: variable(
    'Stripe’s secret key; all three are of one mode, test or live.',
    v.optional(startsWith(/^[sr]k_(test|live)_/, 'sk_test_ or sk_live_'), STAND_IN.stripeSecretKey),
    REQUIRED,
  ),
  STRIPE_PUBLISHABLE_KEY: variable(
    'Stripe’s key for pages.',
    v.optional(startsWith(/^pk_(test|live)_/, 'pk_test_ or pk_live_'), STAND_IN.stripePublishableKey),
    REQUIRED,
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    'Signs what Stripe’s webhook brings.',
    v.optional(startsWith(/^whsec_/, 'whsec_'), STAND_IN.stripeWebhookSecret),
    REQUIRED,
  ),
  ALLOW_TEST_KEYS: variable(
    '`yes` lets a service that others may reach run with test keys of Stripe, Turnstile or hCaptcha, as a rehearsal does: whoever knows a test card’s number gets what is sold for nothing.',
    v.optional(choice('yes', 'no'), 'no'),
  ),
  STRIPE_API_BASE: variable(
    'Where the Stripe emulator is; only on a machine of your own. Not set: the emulator’s usual place, and Stripe itself with keys of your own.',
    v.optional(url('http:', 'https:')),
  ),
  STRIPE_JS_URL: variable('Where the emulator’s Stripe.js is; only on a machine of your own.', v.optional(url('http:', 'https:'))),
  SMTP_URL: variable(
    'The mail server. Not set: the mailbox on this machine.',
    v.optional(url('smtp:', 'smtps:'), STAND_IN.smtpUrl),
    REQUIRED,
  ),
  MAIL_FROM: variable(
    'Who letters are from, such as `The Magazine <post@magazine.example>` or the address alone. Not set: as the publication’s settings say.',
    v.optional(v.union([v.pipe(v.string(), v.check(isSender)), mailbox], 'must be like "Name <name@magazine.example>", or an address')),
  ),
  MAIL_RETURN: variable(
    'Where letters that come back go, such as `bounces@magazine.example`. Not set: to the sender. Each letter has a signed return address of its own there (`bounces+…@`), and the mail server posts what arrives: `curl --data-binary @- "$API/api/webhooks/bounces?to=$RECIPIENT"`. The account’s address is failing then, until a mailed code or link is used, or another address confirmed.',
    v.optional(v.pipe(mailbox, v.regex(/^[^+]+$/, 'must be an address such as bounces@magazine.example, without a +'))),
  ),
  METRICS_TOKEN: variable(
    'What Prometheus sends to `/api/metrics`, as `Authorization: Bearer …`; 16 characters or more. Not set: on a machine of your own anybody may read them.',
    v.optional(v.pipe(v.string(), v.minLength(16, 'must be at least 16 characters'))),
    REQUIRED,
  ),
  DESK_URL: variable(
    'The origin of the publisher’s desk, on a host of its own, such as `https://desk.magazine.example`. Not set: this process serves no desk.',
    v.optional(origin),
  ),
  DESK_PORT: variable(
    'The port on which the desk listens, apart from the readers’ one, so that nothing public need lead there; 0 takes a free one.',
    v.optional(number(0, 65_535), '4400'),
  ),
  DESK_FILES: variable(
    'The folder of the desk’s page, as `npm run build` makes it.',
    v.optional(v.string(), resolve(ROOT, 'apps/desk/dist')),
  ),
  DESK_SAMPLES: variable(
    '`yes` lets whoever opens the desk sign in as one of the sample people; only on a machine of your own.',
    v.optional(choice('yes')),
  ),
  ...AccessEnvironment,
  ...WebhookEnvironment,
  ...FilesEnvironment,
  LOG_LEVEL: variable(
    'JSON lines; no personal data, no tokens.',
    v.optional(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  ),
});
export type Environment = v.InferOutput<typeof Environment>;
