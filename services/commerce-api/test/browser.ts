import { randomInt } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Routes } from '../src/platform/http/app-env.ts';

/** As much of a browser as the API sees: a cookie jar, an address, and the page's origin on every request. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  readonly #app: Pick<Routes, 'request'>;
  readonly #origin: string;

  constructor(app: Pick<Routes, 'request'>, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('POST', path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('PATCH', path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
  }

  postForm(path: string, fields: Record<string, string>): Promise<Response> {
    return this.send('POST', path, new URLSearchParams(fields).toString(), { 'Content-Type': 'application/x-www-form-urlencoded' });
  }

  /** A solved bot check, for `?captcha=`. */
  async captcha(): Promise<string> {
    const response = await this.get('/api/bot-check/challenge');
    const challenge: Challenge = await response.json();
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
  }

  /** The same reader in front of another replica. */
  at(app: Routes): Browser {
    const duplicate = new Browser(app, this.#origin);
    for (const [name, value] of this.cookies) duplicate.cookies.set(name, value);
    return duplicate;
  }

  /** A file, as the body itself. */
  sendBytes(path: string, body: Uint8Array | ReadableStream, headers: Record<string, string>): Promise<Response> {
    return this.send('POST', path, body instanceof ReadableStream ? body : Uint8Array.from(body), headers);
  }

  async send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#app.request(path, {
      method,
      headers: { Origin: this.#origin, 'X-Forwarded-For': this.address, ...(cookie && { Cookie: cookie }), ...headers },
      ...(body !== undefined && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    if (process.env['RECORD_EXAMPLES'] === 'desk') {
      const { recordDeskExample } = await import('./desk-examples.ts');
      await recordDeskExample({ method, path, body, response });
    }
    return response;
  }

  #keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined || value === undefined) return;
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
