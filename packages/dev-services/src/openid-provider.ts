import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Provider } from 'oidc-provider';
import { listenLocally } from './listen-locally.ts';
import { FLAVOURS, type Flavour } from './openid/flavours.ts';
import { createIssuer } from './openid/issuer.ts';
import { createOpenidPages } from './openid/pages.ts';
import { INSTITUTIONS, type Claims, type Institution } from './openid/people.ts';

export type OpenidOptions = {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** The origins of the API as readers see it: there are /oauth/google/callback and /oauth/openathens/callback. */
  origins: string[];
  clientId?: string;
  clientSecret?: string;
  institutions?: Institution[];
};
export type OpenidProvider = {
  url: string;
  /** Takes new signing keys, as OpenAthens does every day. */
  rotateKeys: () => void;
  close: () => Promise<void>;
};

/**
 * Stands in for Google (`/google`) and for OpenAthens's Keystone (`/keystone`): two real OpenID issuers, where a reader
 * can be anybody.
 */
export async function startOpenidProvider({
  port,
  host = '127.0.0.1',
  origins,
  clientId = 'newsstand',
  clientSecret = 'newsstand-client-on-this-machine-only',
  institutions = INSTITUTIONS,
}: OpenidOptions): Promise<OpenidProvider> {
  const people = new Map<string, Claims>();
  const issuers = new Map<Flavour, { provider: Provider; answer: RequestListener }>();

  const issuerOf = (flavour: Flavour) => {
    const issuer = issuers.get(flavour);
    if (!issuer) throw new Error('the provider is not listening yet');
    return issuer;
  };
  const pages = getRequestListener(
    createOpenidPages({ institutions, people, origins, issuer: (flavour) => issuerOf(flavour).provider }).fetch,
  );
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [, name = '', place = ''] = /^\/([^/?]*)\/?([^/?]*)/.exec(request.url ?? '') ?? [];
    const flavour = FLAVOURS.find((known) => known === name);
    if (flavour === undefined || place === 'interaction' || place === 'login') return void pages(request, response);
    // As Connect mounts an app below a path: the issuer routes by `url` and learns its own address from `originalUrl`.
    const originalUrl = request.url ?? '';
    Object.assign(request, { originalUrl, url: originalUrl.slice(name.length + 1) || '/' });
    issuerOf(flavour).answer(request, response);
  };

  const server = await listenLocally(
    createServer((request, response) => answer(request, response)),
    port,
    host,
  );
  const rotateKeys = () => {
    for (const flavour of FLAVOURS) {
      const callback = flavour === 'google' ? '/oauth/google/callback' : '/oauth/openathens/callback';
      const client = { id: clientId, secret: clientSecret, redirectUris: origins.map((origin) => origin + callback) };
      const provider = createIssuer(flavour, `${server.url}/${flavour}`, client, people);
      issuers.set(flavour, { provider, answer: provider.callback() });
    }
  };
  rotateKeys();
  return { url: server.url, rotateKeys, close: server.close };
}
