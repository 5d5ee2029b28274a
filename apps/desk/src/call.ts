import type { DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { Refusal, type Errors } from '@newsstand/contracts/refusal';
import * as v from 'valibot';

/** What the service said no to, or could not be asked: status 0 where nothing came back. Nothing was changed. */
export class CallError extends Error {
  readonly status: number;
  readonly errors: Errors;

  constructor(status: number, errors: Errors) {
    super(wordsOf(errors));
    this.name = 'CallError';
    this.status = status;
    this.errors = errors;
  }
}

const wordsOf = (errors: Errors): string => (typeof errors === 'string' ? errors : Object.values(errors).join(' '));

type Request = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** One call of the desk: what is answered is checked by the endpoint's own schema. */
export async function call<const E extends DeskEndpoint>(
  endpoint: E,
  { params = {}, query = {}, body }: Request = {},
): Promise<v.InferOutput<E['answer']>> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const response = await fetch(search === '' ? path : `${path}?${search}`, {
    method: endpoint.method,
    ...(endpoint.method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  }).catch(() => null);
  if (response === null) throw new CallError(0, 'The desk’s server cannot be reached. Is this machine online?');
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = v.safeParse(Refusal, answer);
    throw new CallError(response.status, refusal.success ? refusal.output.errors : `The server answered ${response.status}.`);
  }
  return v.parse(endpoint.answer, answer);
}
