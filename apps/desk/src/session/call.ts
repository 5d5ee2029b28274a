import type { DeskEndpoint } from '@newsstand/contracts/desk-endpoint';
import { UNATTENDED } from '@newsstand/contracts/desk-staff';
import { Code, Codes, Refusal, type Errors } from '@newsstand/contracts/refusal';
import { tolerate } from '@newsstand/ui/tolerate';
import * as v from 'valibot';
import { noteOutdated } from './outdated.ts';
import { isAttended } from './is-attended.ts';

/**
 * What the service said no to (4xx: nothing was changed), or where no answer of its came back (status 0, 5xx): then
 * nobody knows.
 */
export class CallError extends Error {
  readonly status: number;
  readonly errors: Errors;
  /** What has to be done first: `step-up`, a passkey shown anew. */
  readonly require: string | null;
  /** What its words say, for programs. */
  readonly codes: readonly Code[];

  constructor(status: number, errors: Errors, require: string | null = null, codes: readonly Code[] = []) {
    super(wordsOf(errors));
    this.name = 'CallError';
    this.status = status;
    this.errors = errors;
    this.require = require;
    this.codes = codes;
  }
}

/** Of an answer that was lost, or was none of ours, nobody knows whether it came before or after the thing was done. */
export const isRefusal = (error: Error): boolean => error instanceof CallError && error.status >= 400 && error.status < 500;
/** The session has ended: nothing was refused of what was asked, and it is asked again once somebody is signed in. */
export const isSignedOut = (error: Error): boolean => error instanceof CallError && error.status === 401;
/** It is not for their role: what they were shown to do, they may not any more. */
export const isForbidden = (error: Error): boolean => error instanceof CallError && error.status === 403 && error.require === null;
/** Whether it is worth being asked for again: what the service could not answer, or not so often. */
export const isWorthAgain = (error: Error): boolean => !isRefusal(error) || (error instanceof CallError && error.status === 429);

const Refused = v.object({ ...Refusal.entries, require: v.optional(v.string()) });

function refusedBy(status: number, { errors, require, codes }: v.InferOutput<typeof Refused>): CallError {
  const one = v.safeParse(Code, codes);
  return new CallError(status, errors, require, one.success ? [one.output] : v.is(Codes.options[1], codes) ? Object.values(codes) : []);
}

/** The values of what was refused for this reason; null where it was another. */
export function valuesOf(error: Error, code: string): Code['values'] | null {
  const found = error instanceof CallError && error.codes.find((one) => one.code === code);
  return found ? (found.values ?? {}) : null;
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
    headers: {
      ...(endpoint.method === 'POST' && { 'Content-Type': 'application/json' }),
      ...(!isAttended() && { [UNATTENDED]: 'yes' }),
    },
    ...(endpoint.method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => null);
  return answerOf(endpoint, response);
}

/** The same of a call whose body is a file, of a type that the endpoint names. */
export async function sendFile<const E extends DeskEndpoint & { raw: readonly string[] }>(
  endpoint: E,
  query: Record<string, string>,
  { file, type }: { file: File; type: E['raw'][number] },
): Promise<v.InferOutput<E['answer']>> {
  const search = new URLSearchParams(query).toString();
  const headers = { 'Content-Type': type };
  return answerOf(endpoint, await fetch(`${endpoint.path}?${search}`, { method: endpoint.method, headers, body: file }).catch(() => null));
}

async function answerOf<const E extends DeskEndpoint>(endpoint: E, response: Response | null): Promise<v.InferOutput<E['answer']>> {
  if (response === null) throw new CallError(0, 'The desk’s server cannot be reached. Is this machine online?');
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = v.safeParse(Refused, answer);
    if (refusal.success) throw refusedBy(response.status, refusal.output);
    throw new CallError(response.status, `The server answered ${response.status}.`);
  }
  const read = v.safeParse(endpoint.answer, answer);
  if (read.success) return read.output;
  // A page of before does without the part that it does not know; what somebody is about to confirm, or did, is read
  // whole or not at all.
  const aged = endpoint.method === 'GET' ? tolerate(endpoint.answer, answer) : read;
  if (!aged.success) throw new CallError(0, 'The desk has grown since this page was opened, and the page cannot read this. Load it again.');
  noteOutdated();
  return aged.output;
}
