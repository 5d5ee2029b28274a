import { createServer } from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Serves the page under the policy of the product's check-out page: nonce, Trusted Types and Stripe's hosts, or the
 * emulator in their place.
 */
export async function startShop(emulatorUrl: string, { usesLoader }: { usesLoader: boolean }) {
  const entry = fileURLToPath(new URL('shop-page.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', target: 'es2022', write: false });
  const script = outputFiles[0]?.text ?? '';
  const hosts = usesLoader ? 'https://js.stripe.com https://api.stripe.com' : emulatorUrl;
  const policy = `default-src 'self'; script-src 'self' 'nonce-n' ${hosts}; style-src 'nonce-n'; frame-src ${hosts}; connect-src 'self' ${hosts}; require-trusted-types-for 'script'${usesLoader ? '; trusted-types shop default' : ''}`;
  // The loader sets a script's address, which Trusted Types must allow by a policy of the page.
  const trust = `<script nonce="n">trustedTypes.createPolicy('default', { createScriptURL: (url) => url.startsWith('https://js.stripe.com/') ? url : null })</script>`;
  const stripe = usesLoader ? trust : `<script src="${emulatorUrl}/v1/stripe.js"></script>`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Shop</title><style nonce="n">body { font: 16px system-ui; max-width: 30rem; margin: 2rem auto }</style><main><h1>Check Out</h1><div id="payment"></div><button id="pay" disabled>Submit Payment</button><p id="status" role="status"></p></main>${stripe}<script type="module" src="/page.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html', 'content-security-policy': policy });
    response.end(isScript ? script : html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close().closeAllConnections() };
}
