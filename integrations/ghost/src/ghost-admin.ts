// What is asked of Ghost's Admin API, with the key of a custom integration (Settings → Integrations): `id:secret`.
import * as v from 'valibot';

const Tiers = v.object({ tiers: v.array(v.object({ id: v.string() })) });
const Member = v.object({ id: v.string(), labels: v.array(v.object({ name: v.string() })) });
export type Member = v.InferOutput<typeof Member>;
const Members = v.object({ members: v.array(Member) });
const SigninUrls = v.object({ member_signin_urls: v.array(v.object({ url: v.string() })) });

export type GhostAdmin = ReturnType<typeof openGhostAdmin>;

/** `ghost`: where Ghost is reached, which need not be the address that readers know. */
export function openGhostAdmin(ghost: string, key: string) {
  async function call<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    method = 'GET',
    body?: unknown,
  ): Promise<v.InferOutput<Schema>> {
    const answer = await fetch(`${ghost}/ghost/api/admin${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Ghost ${await tokenOf(key)}`, 'X-Forwarded-Proto': 'https' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok)
      throw new Error(`Ghost answers ${method} ${path.split('?')[0]} with ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    return v.parse(schema, await answer.json());
  }

  const byEmail = async (email: string): Promise<Member | null> => {
    // In Ghost's language of filters a quote is escaped by a backslash.
    const filter = `email:'${email.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
    return (await call(Members, `/members/?${new URLSearchParams({ filter, include: 'labels' })}`)).members[0] ?? null;
  };
  // Newsletters need their reader's yes: who is put here by us has none.
  const add = async (member: object): Promise<Member> => {
    const { members } = await call(Members, '/members/', 'POST', { members: [{ newsletters: [], ...member }] });
    const [added] = members;
    if (added === undefined) throw new Error('Ghost made no member');
    return added;
  };

  return {
    byEmail,
    add,
    label: (id: string, labels: string[]) =>
      call(Members, `/members/${id}/`, 'PUT', { members: [{ labels: labels.map((name) => ({ name })) }] }),
    /** The cookies of a member who may read all that is behind Ghost's wall, made where there is none. */
    async readerCookies(email: string): Promise<string> {
      const { tiers } = await call(Tiers, '/tiers/?filter=type:paid');
      const { id } = (await byEmail(email)) ?? (await add({ email, name: 'Newsstand', tiers: tiers.map((tier) => ({ id: tier.id })) }));
      const [link] = (await call(SigninUrls, `/members/${id}/signin_urls/`)).member_signin_urls;
      if (link === undefined) throw new Error('Ghost gives no link to sign in');
      const { pathname, search } = new URL(link.url);
      const answer = await fetch(ghost + pathname + search, { redirect: 'manual', headers: { 'X-Forwarded-Proto': 'https' } });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
      if (cookies.length === 0) throw new Error('Ghost does not sign the reader of subscribers’ posts in');
      return cookies.join('; ');
    },
  };
}

/** The key's token, good for five minutes. */
async function tokenOf(key: string): Promise<string> {
  const [id = '', secret = ''] = key.split(':');
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT', kid: id },
    { iat: now, exp: now + 300, aud: '/admin/' },
  ];
  const signingInput = parts.map((part) => base64url(new TextEncoder().encode(JSON.stringify(part)))).join('.');
  return `${signingInput}.${base64url(
    await hmac(
      Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
      signingInput,
    ),
  )}`;
}

/** HMAC-SHA256, as Node and edge workers both have it. */
export async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

const base64url = (bytes: Uint8Array): string => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));
