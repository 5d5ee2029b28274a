import { hideBearers } from '@newsstand/contracts/bearer';
import type { Redirect } from '@newsstand/contracts/endpoint';
import type { Endpoint } from '@newsstand/contracts/endpoints';
import * as v from 'valibot';
import type { AppContext, Routes } from './app-env.ts';
import { fieldErrors, IN_CODES } from './field-errors.ts';
import { readBody } from './read-body.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

type Schemas = Record<string, v.GenericSchema>;
type Outputs<S> = S extends Schemas ? { [Name in keyof S]: v.InferOutput<S[Name]> } : Record<string, never>;

/** What a request of an endpoint carries, checked by the contract's schemas. */
export type RequestOf<E extends Endpoint> = {
  params: Outputs<E['params']>;
  query: Outputs<E['query']>;
  body: E['body'] extends v.GenericSchema ? v.InferOutput<E['body']> : undefined;
};

/**
 * Serves one endpoint: its schemas check the request and describe it in the OpenAPI document (`api/document.ts`), so
 * the two cannot disagree. A parameter that no page of ours could have made is a 404, a wrong query or body a 422 with
 * a message for each field. A `Response` is for what is neither the answer nor an error's shape: a declined payment, a
 * picture. `path` is as Hono spells it.
 */
export function serveEndpoint<const E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  answer: (c: AppContext, request: RequestOf<E>) => Promise<v.InferInput<E['answer']> | Response>,
  path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
): void {
  const params = v.object(endpoint.params ?? {});
  const query = v.object(endpoint.query ?? {});
  routes.on(endpoint.method, path, async (c) => {
    const request = {
      params: parameters(params, c.req.param(), 404),
      query: parameters(query, singleOrList(c.req.queries()), 422),
      body: endpoint.body && (await readBody(c, endpoint.body)),
    };
    // The three were parsed by exactly the schemas from which `RequestOf` infers them.
    const answered = await answer(c, request as RequestOf<E>);
    if (answered instanceof Response) return answered;
    // Staff who looks is handed nothing that opens something without their cookie.
    return c.json(c.get('viewOnly') ? hideBearers(endpoint.answer, answered) : answered);
  });
}

/**
 * Serves an address that browsers are sent to: `answer` says where they go on. Where a name stands twice in the query
 * its first value counts: a person who followed a link is not to read of it.
 */
export function serveRedirect<const R extends Redirect>(
  routes: Routes,
  redirect: R,
  answer: (c: AppContext, query: Outputs<R['query']>) => Promise<string>,
): void {
  const query = v.object(redirect.query ?? {});
  routes.get(redirect.path, async (c) => {
    // Parsed by exactly the schema from which `Outputs` infers it.
    const address = await answer(c, parameters(query, c.req.query(), 422) as Outputs<R['query']>);
    c.header('Cache-Control', 'no-store');
    return c.redirect(address, 302);
  });
}

function parameters(schema: v.GenericSchema, values: unknown, status: 404 | 422): unknown {
  const result = v.safeParse(schema, values, IN_CODES);
  if (result.success) return result.output;
  throw new Refusal(status, status === 404 ? apiText('not_found') : fieldErrors(result.issues));
}

/** `?a=1&b=2&b=3` is `{ a: '1', b: ['2', '3'] }`. */
function singleOrList(queries: Record<string, string[]>): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}
