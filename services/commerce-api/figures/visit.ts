import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** As much of a browser as the cost of an answer takes: a cookie, and an address of its own. */
export class Visit {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  #cookie: string | undefined;
  /** What was asked for, and how many milliseconds each answer took. */
  readonly asked: { path: string; ms: number }[] = [];

  constructor(agent: Agent, origin: string, token?: string) {
    this.#agent = agent;
    this.#origin = origin;
    this.#cookie = token && `sid=${token}`;
  }

  get(path: string): Promise<unknown> {
    return this.#send('GET', path);
  }

  post(path: string, body: object): Promise<unknown> {
    return this.#send('POST', path, JSON.stringify(body));
  }

  /** Any other status than 200 is an error. */
  async #send(method: string, path: string, body?: string): Promise<unknown> {
    const headers = {
      'X-Forwarded-For': this.#address,
      ...(this.#cookie !== undefined && { Cookie: this.#cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const began = performance.now();
    const [response] = await once(request(`${this.#origin}${path}`, { agent: this.#agent, method, headers }).end(body), 'response');
    const answer = await text(response);
    this.asked.push({ path, ms: performance.now() - began });
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${answer}`);
    const [cookie]: string[] = response.headers['set-cookie'] ?? [];
    this.#cookie = cookie?.split(';')[0] ?? this.#cookie;
    return JSON.parse(answer);
  }
}
