import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Credential, Endpoint, Redirect } from '@newsstand/contracts/endpoint';
import { endpoints } from '@newsstand/contracts/endpoints';
import { oauthRedirects } from '@newsstand/contracts/oauth';
import { Refusal } from '@newsstand/contracts/refusal';
import { type WEBHOOK_EVENTS, WebhookMessage } from '@newsstand/contracts/webhook';
import { toJsonSchemaDefs, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { BODY_TYPES } from '../platform/http/read-body.ts';
import { REFUSED, refusalsOf } from '../platform/http/refusal-statuses.ts';
import { contractModules, readContractWords, type Words } from './contract-words.ts';
import { ownEndpoints } from './own-endpoints.ts';

type Media = { schema?: JsonSchema; example?: unknown };
export type Content = Record<string, Media>;
export type Answer = { $ref?: string; description?: string; content?: Content; headers?: object };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: string;
};
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
};
type SecurityScheme = { type: 'apiKey'; in: 'cookie' | 'query' | 'header'; name: string } | { type: 'http'; scheme: 'bearer' };
/** An OpenAPI 3.1 document, as far as this service writes one. */
export type ApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What is posted to the publisher's own address, by the names of the events. */
  webhooks: Record<string, { post: Omit<Operation, 'tags'> }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, SecurityScheme & { description: string }>;
  };
};

const Example = v.object({
  /** By the parameter's name. */
  parameters: v.optional(v.record(v.string(), v.string()), {}),
  request: v.optional(v.unknown()),
  answer: v.optional(v.unknown()),
});
/** One call that was made, by the name of its endpoint: what it sent and what it was answered. `npm run examples` makes them. */
const Examples = v.record(v.string(), Example);
type Examples = v.InferOutput<typeof Examples>;

type Call = Omit<Endpoint, 'answer' | 'refusal'> & { id: string; answer?: v.GenericSchema; refusal: v.GenericSchema; words: Words };

/** How a schema stands in the document. */
type Publish = (schema: v.GenericSchema) => JsonSchema;

/** The OpenAPI document of every endpoint, made of the tables from which they are served. `cookie` is the name of the session's. */
export async function makeDocument({ publicUrl, cookie }: { publicUrl: string; cookie: string }): Promise<ApiDocument> {
  const [wordsOf, names, examples] = await Promise.all([readContractWords(), readSchemaNames(), readExamples()]);
  const calls: Call[] = [
    ...callsOf('endpoints', endpoints, wordsOf),
    ...callsOf('oauthRedirects', oauthRedirects, wordsOf),
    ...callsOf('ownEndpoints', ownEndpoints, wordsOf),
  ];
  const { schemas, publish } = publishSchemas(names, [...calls.flatMap(schemasOf), ...WebhookMessage.options]);
  for (const [name, schema] of Object.entries(schemas)) say(schema, wordsOf(name));

  const responses: Record<string, Answer> = {};
  const refuse = (status: string, schema: v.GenericSchema): Answer => {
    const name = `${names.get(schema) ?? ''}${status}`;
    const description = status === '5XX' ? 'Our fault: a generic message' : (REFUSED[Number(status)] ?? '');
    responses[name] ??= { description, content: { 'application/json': { schema: publish(schema) } } };
    return { $ref: `#/components/responses/${name}` };
  };
  const paths: ApiDocument['paths'] = {};
  for (const call of calls) {
    const operation = describe(call, { publish, refuse, schemas, example: examples[call.id] ?? { parameters: {} } });
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation };
  }
  const webhooks = describeWebhooks(publish);
  const used = reachable({ paths, webhooks }, responses, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Newsstand commerce API',
      version: '1',
      description:
        'Money is whole cents of the publication’s currency. Instants are ISO 8601 in UTC, and dates ISO 8601 without a time. Errors are `{ errors, codes }`: a message, ' +
        'or one for each field, and beside it, for programs, the code of its text. Bodies may be JSON or form-encoded. Sections are those of the specification.',
    },
    servers: [{ url: publicUrl }],
    tags: [...Map.groupBy(calls, tagOf)].map(([name, [first]]) => ({ name, description: first?.words.table ?? '' })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      responses,
      securitySchemes: securitySchemes(cookie),
    },
  };
}

function callsOf(table: string, calls: Record<string, Endpoint | Redirect>, wordsOf: (name: string) => Words): Call[] {
  const { says, entries } = wordsOf(table);
  return Object.entries(calls).map(([id, call]) => ({
    method: 'GET',
    // A redirect asks nobody who they are.
    ...(!('answer' in call) && { security: [] }),
    refusal: Refusal,
    ...call,
    id,
    words: { ...(says !== undefined && { table: says }), ...(entries.get(id) ?? { entries: new Map(), options: new Map() }) },
  }));
}

/** The schemas of the contracts by the names under which they are exported; a schema and its type share one. */
async function readSchemaNames(): Promise<Map<v.GenericSchema, string>> {
  const names = new Map<v.GenericSchema, string>();
  const taken = new Map<string, unknown>();
  for (const module of await contractModules()) {
    const exported = Object.entries((await import(`@newsstand/contracts/${module}`)) as Record<string, unknown>);
    for (const [name, value] of exported) {
      if (!isSchema(value)) continue;
      if (taken.has(name) && taken.get(name) !== value) throw new Error(`The contracts export two schemas by the name of ${name}.`);
      taken.set(name, value);
      if (!names.has(value)) names.set(value, name);
    }
  }
  return names;
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && '~run' in value;
}

async function readExamples(): Promise<Examples> {
  return v.parse(Examples, JSON.parse(await readFile(path.join(import.meta.dirname, 'examples.json'), 'utf8')));
}

const schemasOf = ({ params = {}, query = {}, body, answer, refusal }: Call): v.GenericSchema[] =>
  [...Object.values(params), ...Object.values(query), body, answer, refusal].filter((schema) => schema !== undefined);

/**
 * The wire form of all schemas at once: what is sent before transforms, with the rules that JSON Schema cannot say left to the messages. Those with a
 * name refer to one another; the rest stand where they are used.
 */
function publishSchemas(
  names: Map<v.GenericSchema, string>,
  used: v.GenericSchema[],
): { schemas: Record<string, JsonSchema>; publish: Publish } {
  const nameless = new Map([...new Set(used)].filter((schema) => !names.has(schema)).map((schema, at) => [schema, String(at)]));
  const refer = (name: string) => `#/components/schemas/${name}`;
  const { '': inline, ...schemas } = toJsonSchemaDefs(
    {
      ...Object.fromEntries([...names].map(([schema, name]) => [name, schema])),
      '': v.object(Object.fromEntries([...nameless].map(([schema, at]) => [at, schema]))),
    },
    {
      typeMode: 'input',
      errorMode: 'ignore',
      target: 'draft-2020-12',
      ignoreActions: ['metadata'],
      overrideRef: ({ referenceId }) => refer(referenceId),
      // An object of whatever its maker puts in.
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : null,
    },
  );
  const publish = (schema: v.GenericSchema): JsonSchema => {
    const name = names.get(schema);
    if (name !== undefined) return { $ref: refer(name) };
    const shape = inline?.properties?.[nameless.get(schema) ?? ''];
    return typeof shape === 'object' ? structuredClone(shape) : {};
  };
  return { schemas, publish };
}

/** Puts the words of a schema's docstrings where they belong. */
function say(schema: JsonSchema, { says, entries, options }: Words): void {
  if (says !== undefined) schema.description ??= says;
  if (schema.$ref !== undefined) return;
  for (const [name, entry] of Object.entries(schema.properties ?? {})) {
    const words = entries.get(name);
    if (words && typeof entry === 'object') say(entry, words);
  }
  const inside: Words = { entries, options };
  for (const inner of [schema.items, schema.additionalProperties]) if (isShape(inner)) say(inner, inside);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(isShape);
  const isNullable = choices.length === 2 && choices[1]?.type === 'null';
  choices.forEach((choice, at) => {
    const words = isNullable ? inside : options.get(at);
    if (words && choice.type !== 'null') say(choice, words);
  });
}

const isShape = (inner: unknown): inner is JsonSchema => typeof inner === 'object' && inner !== null && !Array.isArray(inner);

type Making = {
  publish: Publish;
  refuse: (status: string, schema: v.GenericSchema) => Answer;
  schemas: Record<string, JsonSchema>;
  example: v.InferOutput<typeof Example>;
};

function describe(call: Call, { publish, refuse, schemas, example }: Making): Operation {
  const {
    id,
    summary,
    params = {},
    query = {},
    body,
    raw,
    answer,
    media,
    answers = [200],
    refusal,
    refuses,
    leads_on,
    tells_on_page,
    words,
  } = call;
  const parts = (place: 'path' | 'query', of: Record<string, v.GenericSchema>) =>
    Object.entries(of).map(([name, schema]): Parameter => {
      const { says, ...within } = words.entries.get(place === 'path' ? 'params' : 'query')?.entries.get(name) ?? nothingSaid();
      const shape = publish(schema);
      say(shape, within);
      const given = example.parameters[name];
      return {
        name,
        in: place,
        required: place === 'path' || schema.type !== 'optional',
        ...(says !== undefined && { description: says }),
        schema: shape,
        ...(given !== undefined && { example: given }),
      };
    });
  const sent = body && publish(body);
  const answered = answer && publish(answer);
  if (sent) say(sent, words.entries.get('body') ?? nothingSaid());
  if (answered) say(answered, words.entries.get('answer') ?? nothingSaid());
  const shown = { ...(answered && { schema: answered }), ...(example.answer !== undefined && { example: example.answer }) };
  const refused = answer
    ? refusalsOf({ ...call, answer })
    : [...(call.query ? [400] : []), ...(refuses ?? [])].toSorted((one, other) => one - other);
  const about = [
    words.says,
    words.entries.get('query')?.says,
    heading('Sent', sent, schemas),
    heading('Answered', answered, schemas),
  ].filter((text) => text !== undefined);
  if (words.table !== undefined && !about.some((text) => /\b[Ss]ections?\b/.test(text))) about.push(words.table);
  return {
    operationId: id,
    summary,
    ...(about.length > 0 && { description: about.join('\n\n') }),
    tags: [tagOf(call)],
    security: securityOf(call),
    parameters: [...parts('path', params), ...parts('query', query)],
    ...((body ?? raw) && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          (raw ?? BODY_TYPES).map((type) => [
            type,
            { ...(sent && { schema: sent }), ...(type === BODY_TYPES[0] && example.request !== undefined && { example: example.request }) },
          ]),
        ),
      },
    }),
    responses: {
      ...(answer
        ? Object.fromEntries(
            answers.map((status) => [
              status,
              {
                description: ANSWERED[status],
                ...(status < 204 && {
                  content: media ? Object.fromEntries(media.map((type) => [type, {}])) : { 'application/json': shown },
                }),
                ...(status === 206 && { content: Object.fromEntries((media ?? []).map((type) => [type, {}])) }),
              },
            ]),
          )
        : { 302: LED_ON }),
      ...(leads_on && { 303: LED_ON }),
      ...Object.fromEntries(
        refused.map((status) => [
          status,
          tells_on_page && status !== 403 && status !== 413
            ? { description: `${REFUSED[status]}: the page says so`, content: { 'text/html': {} } }
            : refuse(String(status), refusal),
        ]),
      ),
      '5XX': refuse('5XX', refusal),
    },
  };
}

/** Each event as an operation of the publisher's: what comes, how it is signed, and what its answer means (docs/guide-webhooks.md). */
const describeWebhooks = (publish: Publish): ApiDocument['webhooks'] =>
  Object.fromEntries(
    WebhookMessage.options.map((option) => {
      const event = option.entries.type.literal;
      const operation = {
        operationId: `hear-${event.replace('.', '-')}`,
        summary: TOLD[event],
        description: 'Signed by the rules of Standard Webhooks, over id, time and body. It may come twice, and in any order.',
        security: [],
        parameters: SIGNED.map(([name, description]) => ({
          name,
          in: 'header' as const,
          required: true,
          description,
          schema: { type: 'string' as const },
        })),
        requestBody: { required: true, content: { 'application/json': { schema: publish(option) } } },
        responses: {
          '2XX': { description: 'Taken' },
          410: { description: 'Not wanted any more: it is not told again' },
          default: { description: 'Not taken: it is told again, ever later, for about two days' },
        },
      };
      return [event, { post: operation }];
    }),
  );

const SIGNED = [
  ['webhook-id', 'Which message this is: keep it, and take each once'],
  ['webhook-timestamp', 'When it was sent, in seconds; refuse what is older than five minutes'],
  ['webhook-signature', '`v1,` and an HMAC-SHA256 in base64; several, by spaces, while a secret is changed'],
] as const;

const TOLD: Record<(typeof WEBHOOK_EVENTS)[number], string> = {
  'order.paid': 'An order is paid',
  'subscription.begun': 'A term of a subscription begins',
  'subscription.changed': 'A subscription has another level, or comes otherwise',
  'subscription.ended': 'A subscription is over',
  'gift.redeemed': 'A gift is redeemed',
  'donation.given': 'A donation is paid',
  'list.joined': 'An address comes onto a mailing list',
  'list.left': 'An address is taken off a mailing list',
  'stock.low': 'A good is about to be sold out',
};

const nothingSaid = (): Words => ({ entries: new Map(), options: new Map() });

const ANSWERED = {
  200: 'Done',
  204: 'Taken; there is nothing to say',
  206: 'The part of it that was asked for (Range, If-Range)',
  304: 'What the browser has is still it (If-None-Match)',
  416: 'It has no such part',
} as const;

const LED_ON: Answer = {
  description: 'Where the browser goes on',
  headers: { Location: { description: 'An address', schema: { type: 'string', format: 'uri' } } },
};

/** What the docstrings say of the schemas that a body or an answer is made of. */
function heading(what: string, schema: JsonSchema | undefined, schemas: Record<string, JsonSchema>): string | undefined {
  const said = schema && saidOf(schema, schemas);
  return said && said.length > 0 ? `**${what}**: ${said.join(' ')}` : undefined;
}

function saidOf(schema: JsonSchema, schemas: Record<string, JsonSchema>): string[] {
  if (schema.description !== undefined) return [schema.description];
  if (schema.$ref !== undefined) return schemas[nameIn(schema.$ref)]?.description?.split('\n\n') ?? [];
  return [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((inner) =>
    isShape(inner) ? saidOf(inner, schemas) : [],
  );
}

/** The last part of a reference: the name of a schema or of a response. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const tagOf = ({ path: address, answer }: Pick<Call, 'path' | 'answer'>): string => address.split('/')[answer ? 2 : 1] ?? 'access';

/** Who is not told apart may call as well: a session says whose the answer is. */
const securityOf = ({ security }: Call): Operation['security'] =>
  security?.map((needed) => Object.fromEntries(needed.map((name) => [name, []]))) ?? [{ session: [] }, {}];

function securitySchemes(cookie: string): Record<Credential, SecurityScheme & { description: string }> {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookie,
      description: 'The session of a browser: of a guest, or of a reader who is logged in.',
    },
    token: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of a letter, which stands for who was sent it.' },
    receipt: { type: 'apiKey', in: 'query', name: 'receipt', description: 'The token of the receipt with which a file was bought.' },
    signature: {
      type: 'apiKey',
      in: 'query',
      name: 'signature',
      description: 'What signs the link of a file, with the instant when it expires.',
    },
    provider: { type: 'apiKey', in: 'header', name: 'stripe-signature', description: 'The card provider’s signature of the body.' },
    return_address: { type: 'apiKey', in: 'query', name: 'to', description: 'The return address of one letter, which is signed.' },
    metrics: { type: 'http', scheme: 'bearer', description: 'The token of whoever watches the service (METRICS_TOKEN), where one is set.' },
  };
}

/** The names of the schemas that a caller can come upon. */
function reachable(paths: object, responses: object, schemas: Record<string, JsonSchema>): Set<string> {
  const found = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(JSON.stringify(schemas[name]));
    }
  };
  visit(JSON.stringify([paths, responses]));
  return found;
}
