// node tools/variables.ts: writes docs/reference-variables.md, the reference of every variable that any program of the
// product reads.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Environment as StoreEnvironment } from '@newsstand/build/settings';
import { MailboxEnvironment, OpenidEnvironment, StripeEnvironment } from '@newsstand/dev-services/environment';
import * as v from 'valibot';
import { Environment as MagazineEnvironment } from '../apps/shell/src/magazine/read-config.ts';
import { Environment as ServiceEnvironment } from '../services/commerce-api/src/platform/config/environment.ts';
import { root } from './root.ts';

const REFERENCE = 'docs/reference-variables.md';

type Entries = Record<string, v.GenericSchema>;

const PROGRAMS: { title: string; text: string; entries: Entries }[] = [
  {
    title: 'The commerce API, and the programs that staff start',
    text: `They are local while nothing says otherwise: every address (\`HOST\`, \`PUBLIC_URL\`, \`API_URL\`, \`ALLOWED_ORIGINS\`, \`DATABASE_URL\`) is this machine's, no key is live, and \`NODE_ENV\` is not \`production\`. Only then may anything stand in for the outside world.
Otherwise they refuse to start until every variable marked **required** is set to a value of your own, and name each that is missing or unsafe, with the reason.`,
    entries: ServiceEnvironment.entries,
  },
  {
    title: 'The reference magazine',
    text: 'It is local while `HOST` and `PUBLIC_URL` are this machine’s and `NODE_ENV` is not `production`; otherwise what is marked **required** must be set.',
    entries: MagazineEnvironment.entries,
  },
  {
    title: 'Deploying remotes and serving the store',
    text: '`newsstand deploy`, `newsstand rollback` and the store’s servers.',
    entries: StoreEnvironment.entries,
  },
  { title: 'The Stripe emulator', text: 'For this machine only, as all that stands in for others.', entries: StripeEnvironment.entries },
  { title: 'The mailbox', text: 'For this machine only.', entries: MailboxEnvironment.entries },
  { title: 'The OpenID provider', text: 'For this machine only.', entries: OpenidEnvironment.entries },
];

/** What tools, tests and figures read beside these; each by name, since they have no schema. */
const TOOLS: Record<string, string> = {
  CHROMIUM: 'The browser for tests and figures. Not set: one of the `PATH`, or one that is fetched.',
  FIREFOX: 'A Firefox for the tests that need one, when it is not `/usr/bin/firefox-esr`. Without either they are left out, and say so.',
  WEBKIT_DRIVER:
    'A WebKitWebDriver for the tests that need one, when it is not `/usr/bin/WebKitWebDriver`. Without either, or without Xvfb, they are left out, and say so.',
  PORT: 'With `npm run dev -w apps/…` and `npm run ui`: the port of that development server.',
  UI_PORT: 'The port of the page of components while its browser tests run.',
  MAGAZINE_PORT: 'The port of the magazine while the shell’s browser tests run.',
  CHECKOUT_PORT: 'Where check-out’s stand-alone pages run already, for its browser tests; likewise the next four.',
  SUBSCRIBE_PORT: 'See `CHECKOUT_PORT`.',
  LOGIN_PORT: 'See `CHECKOUT_PORT`.',
  ACCOUNT_PORT: 'See `CHECKOUT_PORT`.',
  MAILING_LIST_PORT: 'See `CHECKOUT_PORT`.',
  DESK_PAGE_PORT: 'See `CHECKOUT_PORT`.',
  FIGURES_FULL:
    '`1` makes every one of the renewal run’s 100,000 charges by itself instead of writing the middle by SQL, and finds at the desk among 1,000,000 orders.',
  NODE_COMPILE_CACHE: 'Node’s own: where it keeps compiled files. Every root command sets it, and programs that tests start are told.',
  NEWSSTAND_FIXTURES: 'The folder of the loader’s fixtures, so that figures and tests have one each.',
  NEWSSTAND_PORT_SHIFT: 'How far from their usual ports the pages of browser tests are served; `npm test` chooses it.',
  NEWSSTAND_WORKSPACES: 'The folders whose browser tests run, by commas; `npm run test:changed` sets it. Not set: all.',
  RECORD_EXAMPLES:
    '`readers` or `desk`: what tests of the API are answered becomes the examples of its document; `npm run examples -w services/commerce-api` and `npm run examples:desk -w services/commerce-api` set it.',
  NEWSSTAND_LOADS: 'How often the loader’s test over time loads its page.',
  NEWSSTAND_MAGAZINE: 'The magazine that journeys read; `npm run journeys` sets it, and the four below.',
  NEWSSTAND_STRIPE: 'Its emulator.',
  NEWSSTAND_MAILBOX: 'Its mailbox.',
  NEWSSTAND_DESK: 'Its publisher’s desk.',
  NEWSSTAND_DATA: 'Its data folder.',
  NEWSSTAND_RELEASES: 'Which of the two releases that journeys try together is the one before; `tools/other-release.ts` sets it.',
  NEWSSTAND_GHOST: 'The Ghost that its journeys read; `npm run try:ghost -- --test` sets it.',
  NEWSSTAND_WORDPRESS:
    'The WordPress that its journeys read; `npm run try:wordpress -- --test` sets it. `no` keeps `npm test -- --all` and CI from fetching one.',
  NEWSSTAND_WORDPRESS_FILES:
    'The folder of an unpacked WordPress of another release, with which `npm run try:wordpress` and the plugin’s tests run in place of npm’s.',
  NEWSSTAND_SAMPLE_WORDS: 'What no page of the second publication may say, as a pattern; `npm run journeys` sets it.',
  PRISMA_SCHEMA_ENGINE_BINARY: 'What answers Prisma’s command line; `prisma.config.ts` sets it where it is not set.',
  CHECKPOINT_DISABLE: 'Prisma’s command line tells nobody of itself; `prisma.config.ts` sets it where it is not set.',
};

/** Set by the system or by npm: not ours to document. */
const SYSTEM = new Set(['PATH', 'npm_lifecycle_event']);

/** The whole text of the reference. */
export function variablesReference(): string {
  return [
    '# Every variable of the environment',
    '',
    'Made of the schemas that read it, by `node tools/variables.ts`; `npm run check` fails where this page and they differ. An empty variable counts as one that is not set.',
    ...PROGRAMS.flatMap(({ title, text, entries }) => ['', `## ${title}`, text, '', ...table(entries)]),
    '',
    '## Tools, tests and figures',
    '`npm start`, `npm run journeys` and the like hand the rest of the environment on to what they start. Of the ports `npm start` heeds two, `PORT` for the magazine and `DESK_PORT` for the desk (the next free one, where somebody has it, which it says); the others it picks itself.',
    '',
    '| variable | |',
    '|---|---|',
    ...Object.entries(TOOLS).map(([name, text]) => `| \`${name}\` | ${text} |`),
    '',
  ].join('\n');
}

function table(entries: Entries): string[] {
  return [
    '| variable | default | |',
    '|---|---|---|',
    ...Object.entries(entries).map(([name, schema]) => `| \`${name}\` | ${defaultOf(name, schema)} | ${v.getDescription(schema) ?? ''} |`),
  ];
}

/** Where the default is a stand-in's, or nothing but this machine: the mark that another is needed beyond it. */
function defaultOf(name: string, schema: v.GenericSchema): string {
  const value = 'default' in schema ? schema.default : undefined;
  const shown =
    typeof value !== 'string' || value === '' || value === '{}'
      ? ''
      : /SECRET|KEY/.test(name) && value.includes('newsstand')
        ? 'the stand-in’s'
        : `\`${value.startsWith(root) ? path.relative(root, value) : value}\``;
  const required = v.getMetadata(schema)['required'] === true ? '**required**' : '';
  return [shown, required].filter((part) => part !== '').join('; ');
}

/**
 * What is wrong with the reference: it differs, a variable has no words, or a program reads one that it does not name.
 * Null where nothing is.
 */
export function variableProblems(): string | null {
  const problems = [
    ...(readFileSync(path.join(root, REFERENCE), 'utf8') === variablesReference() ? [] : ['it differs: run node tools/variables.ts']),
    ...undescribed(),
    ...unnamed(),
  ];
  return problems.length === 0 ? null : problems.map((problem) => `${REFERENCE}: ${problem}`).join('\n');
}

const undescribed = (): string[] =>
  PROGRAMS.flatMap(({ title, entries }) =>
    Object.entries(entries)
      .filter(([, schema]) => (v.getDescription(schema) ?? '') === '')
      .map(([name]) => `${name} has no words in its schema (${title})`),
  );

/** Names that a source file reads past any schema. */
function unnamed(): string[] {
  const named = new Set([...PROGRAMS.flatMap(({ entries }) => Object.keys(entries)), ...Object.keys(TOOLS), ...SYSTEM]);
  const files = globSync('{apps,packages,services,tools}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|generated)$|\.test\.ts$/.test(name),
  });
  return files.flatMap((file) =>
    readNames(readFileSync(path.join(root, file), 'utf8'))
      .filter((name) => !named.has(name))
      .map((name) => `${name} is not in it (${file})`),
  );
}

export const readNames = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:process\.env|env|environment)(?:\.|\[['"])([A-Za-z_]\w*)|fromEnvironment\('(\w+)'\)/g)].flatMap(([, a, b]) => {
      const name = a ?? b ?? '';
      return /^([A-Z][A-Z\d_]+|npm_\w+)$/.test(name) ? [name] : [];
    }),
  ),
];

if (import.meta.main) writeFileSync(path.join(root, REFERENCE), variablesReference());
