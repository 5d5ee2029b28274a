import * as v from 'valibot';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import { uiMessages } from './messages.ts';
import { readAnswer } from './read-answer.ts';

const SECOND = 1000;
const TIME_LIMIT = 30 * SECOND;
/** How long a call that may begin a session waits for others: then it goes beside them. */
const TURN_LIMIT = 5 * SECOND;
/** Nobody looks at a page that does nothing for longer than this many seconds: who shall come later is told so. */
const LATEST = 3;
const AGAIN = 2;

export type Table = Readonly<Record<string, Endpoint>>;
type Names<T extends Table> = keyof T & string;
type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E extends Record<Key, infer Schema> ? Schema : never;
type Fields<Schemas> = { [Key in keyof Schemas]: Schemas[Key] extends v.GenericSchema ? v.InferInput<Schemas[Key]> : never };
type Body<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;

type RefusalOf<E extends Endpoint> =
  | (E extends { refusal: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : never)
  | Refusal;

/** What a call takes: the parameters of its path, what stands behind the question mark, its body. */
export type InputOf<E extends Endpoint> = ([Part<E, 'params'>] extends [never] ? unknown : { params: Fields<Part<E, 'params'>> }) &
  ([Part<E, 'query'>] extends [never] ? unknown : { query?: Partial<Fields<Part<E, 'query'>>> }) &
  ([Part<E, 'body'>] extends [never] ? unknown : { body: Body<Part<E, 'body'>> });

/**
 * `status` is 0 when no answer came. `raw`: the answer held no errors, and `refusal` is what came instead (section 8).
 */
export type ResultOf<E extends Endpoint> =
  | { ok: true; data: v.InferOutput<E['answer']> }
  | { ok: false; status: number; refusal: RefusalOf<E>; raw?: true };

type CallOptions = { signal?: AbortSignal };
type Rest<Input> = object extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

/** Calls an endpoint of a table (section 7). Never throws: what went wrong is in the answer. */
export type TableApi<T extends Table> = <Name extends Names<T>>(name: Name, ...rest: Rest<InputOf<T[Name]>>) => Promise<ResultOf<T[Name]>>;

/**
 * Calls the endpoints of `table` at `base`, '' for the page's own origin. A small remote names the few that it uses,
 * and brings along no more.
 */
export const createTableApi = <T extends Table>(base: string, table: T): TableApi<T> => {
  // The overload is what callers see, and what the compiler holds them to; inside, what a call takes is the same loose
  // thing for every endpoint.
  function call<Name extends Names<T>>(name: Name, ...rest: Rest<InputOf<T[Name]>>): Promise<ResultOf<T[Name]>>;
  async function call<Name extends Names<T>>(name: Name, ...rest: unknown[]): Promise<ResultOf<T[Name]>> {
    const endpoint: T[Name] = table[name];
    const [input, { signal }] = [given(rest[0]), given(rest[1])];
    const go = () => send(endpoint, base + address(endpoint.path, input), input.body, signal);
    const answer = await (endpoint.begins_session ? inTurn(go) : go());
    if (answer.status === 0) return { ok: false, status: 0, refusal: { errors: uiMessages.unreachable }, raw: true };
    if (answer.status >= 400) return { ok: false, status: answer.status, ...readRefusal(endpoint, answer.text) };

    const parsed = await readAnswer(endpoint.answer, json(answer.text));
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

/** An input or options, as the overload lets nothing else in; neither need be there. */
const given = (value: unknown): AnyInput & CallOptions => (typeof value === 'object' && value !== null ? value : {});

/** A path with its {parameters} filled in and its query; a list repeats its name (`list-tag=a&list-tag=b`). */
export const address = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
};

/**
 * One after the other in all tabs: two first calls of a new reader would each begin a session, and what the one put
 * into its cart would be lost.
 * `go` never throws: what is caught is that the turn did not come.
 */
const inTurn = <Answer>(go: () => Promise<Answer>): Promise<Answer> =>
  // Some browsers, and pages over plain http, have no locks.
  'locks' in navigator ? navigator.locks.request('newsstand.session', { signal: AbortSignal.timeout(TURN_LIMIT) }, go).catch(go) : go();

/** A service that has no time (503) says when to come again, and is asked again where that can do no harm. */
const send = async (
  { method, repeatable }: Endpoint,
  url: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<{ status: number; text: string }> => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const limit = setTimeout(stop, TIME_LIMIT);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    for (let left = method === 'GET' || repeatable ? AGAIN : 0; ; left--) {
      const response = await fetch(url, {
        method,
        credentials: 'include',
        headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: controller.signal,
      });
      const seconds = Number(response.headers.get('retry-after') ?? NaN);
      if (response.status !== 503 || left === 0 || !(seconds <= LATEST)) return { status: response.status, text: await response.text() };
      await new Promise((done, gone) => {
        controller.signal.addEventListener('abort', gone);
        setTimeout(done, seconds * SECOND);
      });
    }
  } catch {
    // fetch says only that nothing came: the line is down, the time is up or the caller has gone. The status 0 tells
    // the caller.
    return { status: 0, text: '' };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', stop);
  }
};

/**
 * Section 8: an error that is not an object with errors is shown as it came; of one that says nothing, nothing could be
 * seen.
 */
const readRefusal = <E extends Endpoint>({ refusal = Refusal }: E, text: string): { refusal: RefusalOf<E>; raw?: true } => {
  const filled = text.replace(/^({"errors":)?[{"\s}]*$/, '');
  const known = v.safeParse(refusal, json(filled));
  // Parsed by exactly the schema from which `RefusalOf` infers it.
  return known.success ? { refusal: known.output as RefusalOf<E> } : { refusal: { errors: filled || uiMessages.failed }, raw: true };
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
