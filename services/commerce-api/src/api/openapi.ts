import { readFile } from 'node:fs/promises';
import type { Endpoint, Redirect } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import { toJsonSchemaDefs, type JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { refusalsOf } from '../platform/http/refusal-statuses.ts';
import { contractModules, readContractWords, type Words } from './contract-words.ts';

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
  /** At the desk: what it does by `DESK_VERBS`, whose roles may, and whether they show their passkey for it. */
  'x-verb'?: string;
  'x-roles'?: readonly string[];
  'x-proof'?: boolean;
};
export type SecurityScheme = { type: 'apiKey'; in: 'cookie' | 'query' | 'header'; name: string } | { type: 'http'; scheme: 'bearer' };
export type Webhooks = Record<string, { post: Omit<Operation, 'tags'> }>;
/** An OpenAPI 3.1 document, as far as this service writes one. */
export type ApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What is posted to the publisher's own address, by the names of the events. */
  webhooks?: Webhooks;
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
/**
 * One call that was made, by the name of its endpoint: what it sent and what it was answered. `npm run examples` makes
 * them.
 */
export const Examples = v.record(v.string(), Example);
export type Examples = v.InferOutput<typeof Examples>;

export async function readExamples(file: string): Promise<Examples> {
  return v.parse(Examples, JSON.parse(await readFile(file, 'utf8')));
}

/** What else is said of a call: in its description, and for programs. */
type More = { says: string; fields: Pick<Operation, 'x-verb' | 'x-roles' | 'x-proof'> };
/** A call as its table has it, under the name that it has there. */
export type Described = (Endpoint | Redirect) & { more?: More };
type Call = Omit<Endpoint, 'answer' | 'refusal'> & {
  id: string;
  answer?: v.GenericSchema;
  refusal: v.GenericSchema;
  words: Words;
  more?: More;
};

/** How a schema stands in the document. */
export type Publish = (schema: v.GenericSchema) => JsonSchema;

/** What a document is made of. */
type Making = {
  info: ApiDocument['info'];
  url: string;
  /** The calls, by the names of the tables in which they stand. */
  tables: Record<string, Record<string, Described>>;
  /** How the calls are sorted. */
  tagOf: (call: Pick<Call, 'path' | 'answer'>) => string;
  securitySchemes: ApiDocument['components']['securitySchemes'];
  /** What a refusal's status means there. */
  refused: Record<number, string>;
  /** The media types in which a body is taken. */
  takes: readonly string[];
  examples?: Examples;
  /** Schemas that no call has, and what is told of them. */
  webhooks?: { schemas: readonly v.GenericSchema[]; describe: (publish: Publish) => Webhooks };
};

/**
 * An OpenAPI document of tables of calls, from which they are served: names are those of the contracts' exports, words
 * those of its docstrings.
 */
export async function documentOf(making: Making): Promise<ApiDocument> {
  const { info, url, tables, tagOf, securitySchemes, refused, webhooks, examples = {} } = making;
  const [wordsOf, names] = await Promise.all([readContractWords(), readSchemaNames()]);
  const calls = Object.entries(tables).flatMap(([name, table]) => callsOf(name, table, wordsOf));
  const { schemas, publish } = publishSchemas(names, [...calls.flatMap(schemasOf), ...(webhooks?.schemas ?? [])]);
  for (const [name, schema] of Object.entries(schemas)) say(schema, wordsOf(name));

  const responses: Record<string, Answer> = {};
  const refuse = (status: string, schema: v.GenericSchema): Answer => {
    const name = `${names.get(schema) ?? ''}${status}`;
    const description = status === '5XX' ? 'Our fault: a generic message' : (refused[Number(status)] ?? '');
    responses[name] ??= { description, content: { 'application/json': { schema: publish(schema) } } };
    return { $ref: `#/components/responses/${name}` };
  };
  const paths: ApiDocument['paths'] = {};
  for (const call of calls) {
    const operation = describe(call, { ...making, publish, refuse, schemas, example: examples[call.id] ?? { parameters: {} } });
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation };
  }
  const told = webhooks?.describe(publish);
  const used = reachable({ paths, webhooks: told }, responses, schemas);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url }],
    tags: [...Map.groupBy(calls, tagOf)].map(([name, [first]]) => ({ name, description: first?.words.table ?? '' })),
    paths,
    ...(told && { webhooks: told }),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      responses,
      securitySchemes,
    },
  };
}

function callsOf(table: string, calls: Record<string, Described>, wordsOf: (name: string) => Words): Call[] {
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

const schemasOf = ({ params = {}, query = {}, body, fields, answer, refusal }: Call): v.GenericSchema[] =>
  [...Object.values(params), ...Object.values(query), body, fields, answer, refusal].filter((schema) => schema !== undefined);

/**
 * The wire form of all schemas at once: what is sent before transforms, with the rules that JSON Schema cannot say left
 * to the messages. Those with a name refer to one another; the rest stand where they are used.
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

type Describing = Pick<Making, 'tagOf' | 'takes' | 'refused'> & {
  publish: Publish;
  refuse: (status: string, schema: v.GenericSchema) => Answer;
  schemas: Record<string, JsonSchema>;
  example: v.InferOutput<typeof Example>;
};

function describe(call: Call, { publish, refuse, schemas, example, tagOf, takes, refused: means }: Describing): Operation {
  const {
    id,
    summary,
    params = {},
    query = {},
    raw,
    fields,
    body = fields,
    answer,
    media,
    answers = [200],
    refusal,
    refuses,
    leads_on,
    tells_on_page,
    words,
    more,
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
  const told = example.answer === undefined ? {} : { example: example.answer };
  const shown = { ...(answered && { schema: answered }), ...told };
  const refused = answer
    ? refusalsOf({ ...call, answer })
    : [...(call.query ? [400] : []), ...(refuses ?? [])].toSorted((one, other) => one - other);
  const about = [
    words.says,
    words.entries.get('query')?.says,
    heading('Sent', sent, schemas),
    heading('Answered', answered, schemas),
    more?.says,
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
          (raw ?? takes).map((type) => [
            type,
            {
              ...(sent && { schema: sent }),
              ...(type === (raw ?? takes)[0] && example.request !== undefined && { example: example.request }),
            },
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
                  content: media
                    ? Object.fromEntries(media.map((type) => [type, isText(type) ? told : {}]))
                    : { 'application/json': shown },
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
            ? { description: `${means[status]}: the page says so`, content: { 'text/html': {} } }
            : refuse(String(status), refusal),
        ]),
      ),
      '5XX': refuse('5XX', refusal),
    },
    ...more?.fields,
  };
}

/** What can stand in the document as it is answered. */
export const isText = (type: string): boolean => /^text\/|^application\/xml$/.test(type);

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
  const descriptions = schema && descriptionsOf(schema, schemas);
  return descriptions && descriptions.length > 0 ? `**${what}**: ${descriptions.join(' ')}` : undefined;
}

function descriptionsOf(schema: JsonSchema, schemas: Record<string, JsonSchema>): string[] {
  if (schema.description !== undefined) return [schema.description];
  if (schema.$ref !== undefined) return schemas[nameIn(schema.$ref)]?.description?.split('\n\n') ?? [];
  return [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((inner) =>
    isShape(inner) ? descriptionsOf(inner, schemas) : [],
  );
}

/** The last part of a reference: the name of a schema or of a response. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Who is not told apart may call as well: a session says whose the answer is. */
const securityOf = ({ security }: Call): Operation['security'] =>
  security?.map((needed) => Object.fromEntries(needed.map((name) => [name, []]))) ?? [{ session: [] }, {}];

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
