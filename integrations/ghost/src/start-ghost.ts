// A Ghost of one's own, with our theme's parts, an owner, a key for the worker, and posts: for `npm run try:ghost` and
// its journeys.
import { spawn } from 'node:child_process';
import { cpSync, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

export const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'a ferry at dawn 7' };
const THEME = path.resolve(import.meta.dirname, '../theme');
const PATIENCE = 120_000;

const HEAD = '{{> "newsstand/head"}}';
const HEADER = '{{> "newsstand/header"}}';
/** The themes that come with Ghost: where our header stands, and where Portal's login, which is none of ours. */
const PARTS: Record<'source' | 'casper', Record<string, [RegExp, string]>> = {
  // A line of its own behind the navigation.
  source: {
    'default.hbs': [/(\{\{> "components\/navigation"[^}]*\}\})/, `$1\n    ${HEADER}`],
    'partials/components/navigation.hbs': [/<div class="gh-navigation-members">[\s\S]*?<\/div>\s*/, ''],
  },
  // Its header lies above the picture of the front page, where a line of its own would be covered.
  casper: { 'default.hbs': [/<div class="gh-head-members">[\s\S]*?<\/div>/, HEADER] },
};
export type Theme = keyof typeof PARTS;
export const THEMES: readonly Theme[] = ['source', 'casper'];
export const isTheme = (name: string): name is Theme => name in PARTS;

const Setup = v.object({ setup: v.array(v.object({ status: v.boolean() })) });
const Integration = v.object({
  integrations: v.array(v.object({ api_keys: v.array(v.object({ type: v.string(), secret: v.string() })) })),
});

type Options = { app: string; folder: string; port: number; publicUrl: string; loader: string; theme: Theme };

/** Starts it, and makes its site where there is none yet. `adminKey` is what the worker asks it with. */
export async function startGhost({
  app,
  folder,
  port,
  publicUrl,
  loader,
  theme,
}: Options): Promise<{ url: string; adminKey: string; stop: () => Promise<void> }> {
  const content = path.join(folder, 'content');
  if (!existsSync(content)) cpSync(path.join(app, 'content'), content, { recursive: true });
  dressTheme(path.join(content, 'themes', theme), theme, loader);
  mkdirSync(path.join(content, 'settings'), { recursive: true });
  cpSync(path.join(THEME, 'routes.yaml'), path.join(content, 'settings/routes.yaml'));
  const ghost = spawn(process.execPath, ['index.js'], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      url: publicUrl,
      server__host: '127.0.0.1',
      server__port: String(port),
      database__client: 'better-sqlite3',
      database__connection__filename: path.join(folder, 'ghost.db'),
      database__useNullAsDefault: 'true',
      paths__contentPath: content,
      security__staffDeviceVerification: 'false',
      privacy__useUpdateCheck: 'false',
      logging__transports: '["stdout"]',
    },
  });
  const log = createWriteStream(path.join(folder, 'ghost.log'));
  ghost.stdout.pipe(log);
  ghost.stderr.pipe(log);
  const ended = new Promise<void>((resolve) => ghost.once('exit', () => resolve()));
  const stop = async () => {
    ghost.kill('SIGTERM');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(url, () => ghost.exitCode);
    return { url, adminKey: await setUp(url, { publicUrl, loader, theme }, path.join(folder, 'admin-key')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Our parts in one of Ghost's own themes: what docs/guide-ghost.md has a publisher do by hand. */
function dressTheme(folder: string, theme: Theme, loader: string): void {
  for (const part of ['partials', '.'])
    cpSync(path.join(THEME, part), path.join(folder, part), { recursive: true, filter: (file) => !/\.(?:yaml|json)$/.test(file) });
  const edit = (name: string, by: (text: string) => string) => {
    const file = path.join(folder, name);
    writeFileSync(file, by(readFileSync(file, 'utf8')));
  };
  for (const [name, [is, becomes]] of Object.entries(PARTS[theme]))
    edit(name, (text) => (text.includes(HEADER) ? text : text.replace(is, becomes)));
  edit('default.hbs', (text) =>
    text.includes(HEAD) ? text : text.replace(/\{\{ghost_head\}\}(?![^]*\{\{ghost_head\}\})/, `${HEAD}\n    $&`),
  );
  edit('package.json', (text) => {
    const read = JSON.parse(text);
    read.config.custom.newsstand_loader = { type: 'text', default: loader };
    return JSON.stringify(read, null, 2);
  });
}

async function answering(url: string, exitCode: () => number | null): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    if (exitCode() !== null) throw new Error('Ghost ended; ghost.log says why');
    const answer = await fetch(`${url}/ghost/api/admin/site/`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error('Ghost does not start; ghost.log says why');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Each time the theme is put on, and told where the loader is; the first time an owner, an integration and posts are
 * made; the key is kept in `file`.
 */
async function setUp(
  url: string,
  { publicUrl, loader, theme }: Pick<Options, 'publicUrl' | 'loader' | 'theme'>,
  file: string,
): Promise<string> {
  let cookie = '';
  const call = async (address: string, method = 'GET', body?: unknown) => {
    const headers = { 'Content-Type': 'application/json', Origin: new URL(publicUrl).origin, ...(cookie && { Cookie: cookie }) };
    const answer = await fetch(`${url}/ghost/api/admin${address}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`Ghost answers ${method} ${address} with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const { setup } = v.parse(Setup, await (await call('/authentication/setup/')).json());
  const isNew = !(setup[0]?.status && existsSync(file));
  if (isNew) await call('/authentication/setup/', 'POST', { setup: [{ ...OWNER, blogTitle: 'Exclave' }] });
  const begun = await call('/session/', 'POST', { username: OWNER.email, password: OWNER.password });
  // Its headers come before the session is kept, and its end after that: who goes on at once is nobody, now and then on
  // a busy machine.
  await begun.text();
  cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  await call(`/themes/${theme}/activate/`, 'PUT');
  // Ghost keeps what it read of the theme the first time, and the ports of this machine are others each time.
  await call('/custom_theme_settings/', 'PUT', { custom_theme_settings: [{ key: 'newsstand_loader', value: loader }] });
  if (!isNew) return readFileSync(file, 'utf8');
  const made = await call('/integrations/?include=api_keys', 'POST', { integrations: [{ name: 'Newsstand' }] });
  const key = v.parse(Integration, await made.json()).integrations[0]?.api_keys.find(({ type }) => type === 'admin')?.secret;
  if (key === undefined) throw new Error('Ghost made no key');
  const html = '<p>Twice a day the sea takes the road.</p><p>Who waits at the barrier reads the tables.</p>';
  await call('/posts/?source=html', 'POST', {
    posts: [{ title: 'Tides', slug: 'tides', visibility: 'paid', status: 'published', custom_excerpt: 'Twice a day the sea', html }],
  });
  await call('/posts/?source=html', 'POST', {
    posts: [{ title: 'Ferries', slug: 'ferries', status: 'published', html: '<p>For everybody.</p>' }],
  });
  // As an author writes it: an HTML card at the end.
  const popup =
    '<!--kg-card-begin: html--><div data-widget="mailing-list.popup" data-list-tag="letter" data-when="idle" data-after="1"></div><!--kg-card-end: html-->';
  await call('/posts/?source=html', 'POST', {
    posts: [{ title: 'Letters', slug: 'letters', status: 'published', html: `<p>We write once a month.</p>${popup}` }],
  });
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
