import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint } from './endpoints.ts';
import { oauthRedirects } from './oauth.ts';

/** As much of a schema as tells what it takes. */
type Shape = v.GenericSchema & {
  pipe?: readonly { kind: string; type: string; requirement?: unknown }[];
  wrapped?: Shape;
  item?: Shape;
  options?: readonly unknown[];
  entries?: Record<string, Shape>;
  items?: readonly Shape[];
};

/** Takes one of a few values, whatever is sent. */
const FINITE = ['boolean', 'literal', 'picklist', 'null', 'undefined'];

/**
 * Whether a regular expression takes no more than so many characters: it is anchored, and repeats nothing without an
 * end.
 */
function isBounded(expression: RegExp): boolean {
  const bare = expression.source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const isOne = !bare.replaceAll(/\([^()]*\)/g, 'x').includes('|');
  return bare.startsWith('^') && bare.endsWith('$') && isOne && !/[*+]|\{\d+,\}/.test(bare);
}

type Action = NonNullable<Shape['pipe']>[number];

/** Also of a pipe that begins with a pipe. */
function actions({ pipe = [] }: Pick<Shape, 'pipe'>): Action[] {
  return pipe.flatMap((part) => ('pipe' in part ? actions(v.parse(AnyShape, part)) : [part]));
}

function hasEnd(schema: Shape, type: string): boolean {
  return actions(schema).some(
    (part) =>
      part.type === type ||
      (type === 'max_length' && (part.type === 'uuid' || part.type === 'iso_date')) ||
      (type === 'max_length' && part.type === 'regex' && part.requirement instanceof RegExp && isBounded(part.requirement)),
  );
}

/** Where a schema takes something without an end: `body.cart.items[]`. */
function endless(schema: Shape, path: string): string[] {
  const children = (schema.pipe ?? []).flatMap((part) => (part.kind === 'schema' && part !== schema ? [part] : []));
  // A pipe's first part is the schema itself, without the actions that bound it.
  const inPipe = children.filter(({ type }) => type !== schema.type).flatMap((part) => endless(v.parse(AnyShape, part), path));
  switch (schema.type) {
    case 'string':
      return hasEnd(schema, 'max_length') ? [] : [path];
    case 'number':
      return hasEnd(schema, 'max_value') && hasEnd(schema, 'min_value') ? [] : [path];
    case 'array':
      return [...(hasEnd(schema, 'max_length') ? [] : [`${path}[]`]), ...(schema.item ? endless(schema.item, `${path}[]`) : [])];
    case 'object':
    case 'strict_object':
      return [...Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => endless(entry, `${path}.${name}`)), ...inPipe];
    case 'optional':
    case 'nullable':
    case 'nullish':
      return [...(schema.wrapped ? endless(schema.wrapped, path) : [path]), ...inPipe];
    case 'union':
    case 'variant':
      return [...(schema.options ?? []).flatMap((option) => endless(v.parse(AnyShape, option), path)), ...inPipe];
    default:
      return FINITE.includes(schema.type) ? [] : [`${path} (${schema.type})`];
  }
}

const AnyShape = v.custom<Shape>((value) => typeof value === 'object' && value !== null && 'type' in value);

type Request = Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>;
const requests = Object.entries<Request>({ ...endpoints, ...oauthRedirects });

describe('whatever comes from outside has an end', () => {
  it.each(requests)('%s', (_, { params = {}, query = {}, body }) => {
    expect([
      ...Object.entries(params).flatMap(([name, schema]) => endless(schema, `params.${name}`)),
      ...Object.entries(query).flatMap(([name, schema]) => endless(schema, `query.${name}`)),
      ...(body ? endless(body, 'body') : []),
    ]).toEqual([]);
  });

  it.each<[string, v.GenericSchema, string[]]>([
    ['a string', v.string(), ['it']],
    ['a pattern that repeats', v.pipe(v.string(), v.regex(/^a+$/)), ['it']],
    ['a pattern without an anchor', v.pipe(v.string(), v.regex(/a/)), ['it']],
    ['a pattern with an end', v.pipe(v.string(), v.regex(/^[\w+*-]{8,200}$/)), []],
    ['a list', v.array(v.boolean()), ['it[]']],
    ['what is in a list', v.pipe(v.array(v.string()), v.maxLength(2)), ['it[]']],
    ['a number with a beginning only', v.pipe(v.number(), v.minValue(0)), ['it']],
    ['what is deep inside', v.object({ a: v.optional(v.nullable(v.union([v.literal(1), v.string()]))) }), ['it.a']],
    ['anything', v.unknown(), ['it (unknown)']],
  ])('is seen of %s', (_, schema, found) => {
    expect(endless(schema, 'it')).toEqual(found);
  });
});
