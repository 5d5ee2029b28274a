import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Context, Hono } from 'hono';

const folder = new URL('../standin/', import.meta.url);
let building: Promise<Map<string, string>> | undefined;

/**
 * The stand-in for Stripe.js and its frames, at the paths of js.stripe.com. Bundled once per process, at the first
 * request.
 */
export function standinFiles() {
  return new Hono()
    .get('/v1/stripe.js', script('stripe'))
    .get('/:train{[a-z]+}/stripe.js', script('stripe'))
    .get('/v1/elements-inner.js', script('frame'))
    .get('/v1/challenge.js', script('challenge'))
    .get('/v1/wallet.js', script('wallet'))
    .get('/v1/elements-inner.html', page('Payment', 'frame.css', 'elements-inner.js'))
    .get('/v1/three-d-secure.html', page('3D Secure', 'challenge.css', 'challenge.js'))
    .get('/v1/wallet.html', page('Wallet', 'challenge.css', 'wallet.js'))
    .get('/v1/challenge.html', page('3D Secure test page', 'challenge.css', 'challenge.js'));
}

function script(name: string) {
  return async (c: Context) => c.body((await bundles()).get(name) ?? '', 200, { 'content-type': 'text/javascript; charset=utf-8' });
}

function page(title: string, css: string, source: string) {
  return (c: Context) =>
    c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style(css)}</style><body><script src="${source}"></script></body></html>`,
    );
}

function style(name: string): string {
  return readFileSync(new URL(`frame/${name}`, folder), 'utf8');
}

function bundles(): Promise<Map<string, string>> {
  building ??= bundle();
  return building;
}

async function bundle(): Promise<Map<string, string>> {
  const entryPoints = ['stripe.ts', 'frame/frame.ts', 'frame/challenge.ts', 'frame/wallet.ts'].map((name) =>
    fileURLToPath(new URL(name, folder)),
  );
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    outdir: 'out',
    entryNames: '[name]',
  });
  return new Map(outputFiles.map((file) => [file.path.replace(/^.*[\\/]|\.js$/g, ''), file.text]));
}
