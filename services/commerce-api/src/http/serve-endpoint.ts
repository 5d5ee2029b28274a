import type { Redirect } from '@newsstand/contracts/endpoint';
import type { Endpoint } from '@newsstand/contracts/endpoints';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describeRoute, resolver, type DescribeRouteOptions } from 'hono-openapi';
import * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import type { AppContext, Routes } from './app-env.ts';
import { REFUSED, refusalsOf } from './refusal-statuses.ts';
import { fieldErrors } from './field-errors.ts';
import { BODY_TYPES, readBody } from './read-body.ts';

type Schemas = Record<string, v.GenericSchema>;
type Outputs<S> = S extends Schemas ? { [Name in keyof S]: v.InferOutput<S[Name]> } : Record<string, never>;

/** What a request of an endpoint carries, checked by the contract's schemas. */
export type RequestOf<E extends Endpoint> = {
  params: Outputs<E['params']>;
  query: Outputs<E['query']>;
  body: E['body'] extends v.GenericSchema ? v.InferOutput<E['body']> : undefined;
};

/**
 * Serves one endpoint of the contract: its schemas check the request and describe it in the OpenAPI document, so the two cannot disagree.
 * A parameter that no page of ours could have made is a 404, a wrong query or body a 422 with a message for each field.
 * A `Response` is for what is neither the answer nor an error's shape: a declined payment, a picture.
 */
export function serveEndpoint<const E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  answer: (c: AppContext, request: RequestOf<E>) => Promise<v.InferInput<E['answer']> | Response>,
): void {
  const params = v.object(endpoint.params ?? {});
  const query = v.object(endpoint.query ?? {});
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  routes.on(endpoint.method, path, describeRoute(description(endpoint)), async (c) => {
    const request = {
      params: parameters(params, c.req.param(), 404),
      query: parameters(query, singleOrList(c.req.queries()), 422),
      body: endpoint.body && (await readBody(c, endpoint.body)),
    };
    // The three were parsed by exactly the schemas from which `RequestOf` infers them.
    const answered = await answer(c, request as RequestOf<E>);
    return answered instanceof Response ? answered : c.json(answered);
  });
}

/**
 * Serves an address that browsers are sent to: `answer` says where they go on. Where a name stands twice in the query its first value counts: a person
 * who followed a link is not to read of it.
 */
export function serveRedirect<const R extends Redirect>(
  routes: Routes,
  redirect: R,
  answer: (c: AppContext, query: Outputs<R['query']>) => Promise<string>,
): void {
  const query = v.object(redirect.query ?? {});
  routes.get(redirect.path, describeRoute(redirectDescription(redirect)), async (c) => {
    // Parsed by exactly the schema from which `Outputs` infers it.
    const address = await answer(c, parameters(query, c.req.query(), 422) as Outputs<R['query']>);
    c.header('Cache-Control', 'no-store');
    return c.redirect(address, 302);
  });
}

function parameters(schema: v.GenericSchema, values: unknown, status: 404 | 422): unknown {
  if (JSON.stringify(values).includes('\\u0000')) throw new Refusal(404, 'Not found.');
  const result = v.safeParse(schema, values);
  if (result.success) return result.output;
  throw new Refusal(status, status === 404 ? 'Not found.' : fieldErrors(result.issues));
}

/** `?a=1&b=2&b=3` is `{ a: '1', b: ['2', '3'] }`. */
function singleOrList(queries: Record<string, string[]>): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

/** The wire form of a schema: what is sent before transforms, with the rules that JSON Schema cannot say left to the messages. */
const WIRE = { typeMode: 'input', errorMode: 'ignore' } as const;
const published = (schema: v.GenericSchema) => resolver(schema, { options: WIRE });

function description(endpoint: Endpoint): DescribeRouteOptions {
  const body = endpoint.body;
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    parameters: [...parameterList('path', endpoint.params), ...parameterList('query', endpoint.query)],
    ...(body && {
      requestBody: { required: true, content: Object.fromEntries(BODY_TYPES.map((type) => [type, { schema: published(body) }])) },
    }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: published(endpoint.answer) } } },
      ...(endpoint.leads_on && { 303: LED_ON }),
      ...refusals(refusalsOf(endpoint), endpoint.refusal),
    },
  };
}

const LED_ON = {
  description: 'Where the browser goes on',
  headers: { Location: { description: 'An address', schema: { type: 'string' as const, format: 'uri' } } },
};

function redirectDescription({ summary, path, query, refusal, refuses = [] }: Redirect): DescribeRouteOptions {
  return {
    summary,
    tags: [path.split('/')[1] ?? 'api'],
    parameters: parameterList('query', query),
    responses: {
      302: LED_ON,
      ...refusals(refuses, refusal),
    },
  };
}

function refusals(statuses: readonly number[], schema: v.GenericSchema): NonNullable<DescribeRouteOptions['responses']> {
  const content = { 'application/json': { schema: published(schema) } };
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { description: REFUSED[status] ?? '', content }])),
    '5XX': { description: 'Our fault: a generic message', content },
  };
}

function parameterList(place: 'path' | 'query', schemas: Schemas = {}): NonNullable<DescribeRouteOptions['parameters']> {
  const list = Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _dialect, ...shape } = toJsonSchema(schema, WIRE);
    return { name, in: place, required: place === 'path' || schema.type !== 'optional', schema: shape };
  });
  // OpenAPI 3.1 takes any JSON Schema; the types of it that are about still think of 3.0.
  return list as NonNullable<DescribeRouteOptions['parameters']>;
}
