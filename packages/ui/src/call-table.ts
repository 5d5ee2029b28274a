import * as v from 'valibot';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Errors, type Refusal } from '@newsstand/contracts/refusal';
import { uiMessages } from './messages.ts';

const SECOND = 1000;
const TIME_LIMIT = 30 * SECOND;
/** How long a call that may begin a session waits for others: then it goes beside them. */
const TURN_LIMIT = 5 * SECOND;

export type Table = Readonly<Record<string, Endpoint>>;
type Names<T extends Table> = keyof T & string;
type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E extends Record<Key, infer Schema> ? Schema : never;
type Fields<Schemas> = { [Key in keyof Schemas]: Schemas[Key] extends v.GenericSchema ? v.InferInput<Schemas[Key]> : never };
type Body<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;

/** What a call takes: the parameters of its path, what stands behind the question mark, its body. */
export type InputOf<E extends Endpoint> = ([Part<E, 'params'>] extends [never] ? unknown : { params: Fields<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query?: Partial<Fields<Part<E, 'query'>>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: Body<Part<E, 'body'>> });

/** `status` is 0 when no answer came. `raw`: the answer held no errors, and `refusal` is what came instead (section 8). */
export type ResultOf<E extends Endpoint> =
  | { ok: true; data: v.InferOutput<E['answer']> }
  | { ok: false; status: number; refusal: v.InferOutput<E['refusal']> | Refusal; raw?: true };

type CallOptions = { signal?: AbortSignal };
type Rest<Input> = object extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

/** Calls an endpoint of a table (section 7). Never throws: what went wrong is in the answer. */
export type TableApi<T extends Table> = <Name extends Names<T>>(name: Name, ...rest: Rest<InputOf<T[Name]>>) => Promise<ResultOf<T[Name]>>;

/** Calls the endpoints of `table` at `base`, '' for the page's own origin. A small remote names the few that it uses, and brings along no more. */
export const createTableApi = <T extends Table>(base: string, table: T): TableApi<T> => {
  // The overload is what callers see, and what the compiler holds them to; inside, what a call takes is the same loose thing for every endpoint.
  function call<Name extends Names<T>>(name: Name, ...rest: Rest<InputOf<T[Name]>>): Promise<ResultOf<T[Name]>>;
  async function call<Name extends Names<T>>(name: Name, ...rest: unknown[]): Promise<ResultOf<T[Name]>> {
    const endpoint: T[Name] = table[name];
    const input = isInput(rest[0]) ? rest[0] : {};
    const options = isOptions(rest[1]) ? rest[1] : {};
    const go = () => send(endpoint, base + address(endpoint.path, input), input.body, options.signal);
    const answer = await (endpoint.begins_session ? inTurn(go) : go());
    if (answer.status === 0) return { ok: false, status: 0, refusal: { errors: uiMessages.unreachable }, raw: true };
    if (answer.status >= 400) return { ok: false, status: answer.status, ...readRefusal(endpoint.refusal, answer.text) };

    const parsed = v.safeParse(endpoint.answer, json(answer.text));
    if (parsed.success) return { ok: true, data: parsed.output };
    reportError(new v.ValiError(parsed.issues));
    return { ok: false, status: answer.status, refusal: { errors: uiMessages.unreadable }, raw: true };
  }
  return call;
};

type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | readonly string[] | undefined>;
  body?: unknown;
};

const isInput = (value: unknown): value is AnyInput => typeof value === 'object' && value !== null;
const isOptions = (value: unknown): value is CallOptions => typeof value === 'object' && value !== null;

/** A path with its {parameters} filled in and its query; a list repeats its name (`list-tag=a&list-tag=b`). */
export const address = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
};

/**
 * One after the other in all tabs: two first calls of a new reader would each begin a session, and what the one put into its cart would be lost.
 * `go` never throws: what is caught is that the turn did not come.
 */
const inTurn = <Answer>(go: () => Promise<Answer>): Promise<Answer> =>
  // Some browsers, and pages over plain http, have no locks.
  'locks' in navigator ? navigator.locks.request('newsstand.session', { signal: AbortSignal.timeout(TURN_LIMIT) }, go).catch(go) : go();

const send = async ({ method }: Endpoint, url: string, body: unknown, signal?: AbortSignal): Promise<{ status: number; text: string }> => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const limit = setTimeout(stop, TIME_LIMIT);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const response = await fetch(url, {
      method,
      credentials: 'include',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: controller.signal,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    // fetch says only that nothing came: the line is down, the time is up or the caller has gone. The status 0 tells the caller.
    return { status: 0, text: '' };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', stop);
  }
};

/** Section 8: an error that is not an object with errors is shown as it came. */
const readRefusal = <Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): { refusal: v.InferOutput<Schema> | Refusal; raw?: true } => {
  const body = json(text);
  const known = v.safeParse(schema, body);
  if (known.success) return { refusal: known.output };
  const plain = v.safeParse(v.object({ errors: Errors }), body);
  return plain.success ? { refusal: plain.output } : { refusal: { errors: text }, raw: true };
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
