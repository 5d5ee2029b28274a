import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallExpression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { importsOf } from './floors.ts';
import { root } from './root.ts';

type Relation = { model: string; many: boolean };
/** Of each model, by its name in calls: its table, what of it are other records, and the columns that name one. */
export type Models = Map<string, { table: string; relations: Map<string, Relation>; keys: string[][] }>;

const SERVICE = path.join(root, 'services/commerce-api');
const CALL = /^(?:find\w+|count|aggregate|groupBy|create\w*|update\w*|upsert|delete\w*)$/;
const OF_MANY = ['some', 'every', 'none'];

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The models of a Prisma schema. */
export function modelsOf(schema: string): Models {
  const blocks = Array.from(schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm), ([, name = '', body = '']) => ({ name, body }));
  const names = new Set(blocks.map(({ name }) => name));
  return new Map(
    blocks.map(({ name, body }) => {
      const fields = Array.from(body.matchAll(/^ {2}(\w+) +(\w+)(\[\])?(.*)$/gm), ([, field = '', type = '', many, rest = '']) => ({
        field,
        type,
        many: many !== undefined,
        column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
        isKey: /@id\b|@unique\b/.test(rest),
      }));
      const columnOf = (name: string) => fields.find(({ field }) => field === name)?.column ?? name;
      const together = Array.from(body.matchAll(/^ {2}@@(?:id|unique)\(\[([\w, ]+)\]/gm), ([, list = '']) =>
        list.split(', ').map(columnOf),
      );
      return [
        lowered(name),
        {
          table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
          relations: new Map(
            fields.filter(({ type }) => names.has(type)).map(({ field, type, many }) => [field, { model: lowered(type), many }]),
          ),
          keys: [...fields.filter(({ isKey }) => isKey).map(({ column }) => [column]), ...together],
        },
      ];
    }),
  );
}

/**
 * Prisma's own calls in a file, and what of them is no read or write of records by their own columns: sums and groups,
 * questions about many other records, and parts of parts.
 */
export function callsIn(models: Models, file: string, text: string): { calls: number; problems: string[] } {
  const problems: string[] = [];
  let calls = 0;
  if (!/\.(?:find|count|aggregate|groupBy|create|update|upsert|delete)|\b(?:some|every|none):/.test(text)) return { calls, problems };
  const say = (start: number, what: string) => problems.push(`${file}:${text.slice(0, start).split('\n').length} ${what}`);
  new Visitor({
    CallExpression(call) {
      const made = modelCall(models, call);
      if (made === null) return;
      calls++;
      if (made.method === 'aggregate' || made.method === 'groupBy') say(call.start, made.method);
      const [argument] = call.arguments;
      if (argument?.type !== 'ObjectExpression') return;
      for (const { name, value } of entriesOf(argument)) {
        if (name === 'include' || name === 'select') lookAtParts(models, made.model, value, 1, say);
      }
    },
    ObjectExpression(object) {
      for (const { name, value, start } of entriesOf(object)) if (OF_MANY.includes(name) && value !== null) say(start, name);
    },
  }).visit(parseSync(file, text).program);
  return { calls, problems };
}

function modelCall(models: Models, { callee }: CallExpression): { model: string; method: string } | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.object.type !== 'MemberExpression') return null;
  const { property } = callee.object;
  if (property.type !== 'Identifier' || !models.has(property.name) || !CALL.test(callee.property.name)) return null;
  return { model: property.name, method: callee.property.name };
}

const entriesOf = (object: ObjectExpression): { name: string; value: ObjectExpression | null; start: number }[] =>
  object.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    return [{ name: property.key.name, value: property.value.type === 'ObjectExpression' ? property.value : null, start: property.start }];
  });

/** What a record brings along hangs on it by its key; what hangs on that again is a statement's. */
function lookAtParts(
  models: Models,
  model: string,
  parts: ObjectExpression | null,
  depth: number,
  say: (start: number, what: string) => void,
): void {
  for (const { name, value, start } of parts ? entriesOf(parts) : []) {
    const relation = models.get(model)?.relations.get(name);
    if (name === '_count') say(start, name);
    if (!relation) continue;
    if (depth > 1) say(start, `${name}, a part of a part`);
    for (const inner of value ? entriesOf(value) : [])
      if (inner.name === 'include' || inner.name === 'select') lookAtParts(models, relation.model, inner.value, depth + 1, say);
  }
}

/** The texts of a file's statements, with where they begin. */
export function statementsIn(file: string, text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  if (!/\$(?:query|execute)Raw/.test(text)) return found;
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      const name = tag.type === 'MemberExpression' && tag.property.type === 'Identifier' ? tag.property.name : '';
      if (name === '$queryRaw' || name === '$executeRaw')
        found.push({ line: text.slice(0, start).split('\n').length, text: text.slice(quasi.start + 1, quasi.end - 1) });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** In characters: what reads one record is no longer. */
const LONGEST = 400;

/** The table of which a statement reads one record by its key, and does no more; null of any other. */
export function readsByKey(models: Models, statement: string): string | null {
  if (statement.length > LONGEST) return null;
  const [, table = '', where = ''] =
    /^\s*select [\w\s,."*]+? from "?(\w+)"?(?: \w+)? where ([\s\S]*?)(?: limit 1(?:::int)?)?\s*$/.exec(statement) ?? [];
  const keys = [...models.values()].find((one) => one.table === table)?.keys ?? [];
  const named = where.split(/\s+and\s+/).map((part) => /^(?:\w+\.)?"?(\w+)"? = \$\{[^{}]*\}(?:::\w+)?$/.exec(part.trim())?.[1] ?? null);
  return !named.includes(null) && keys.some((key) => key.every((column) => named.includes(column))) ? table : null;
}

/** Where a reader waits for it: a cart, a check-out and its poll, a receipt, whether an article is shown. */
const HOT = /^(?:shop\/(?:cart|check-out)\/|files\/(?:read-receipt|holds-article)|readers\/login\/entitle)/;

/** The files that are read on the hot paths, each with the file that brings it there. */
export function hotFiles(files: ReadonlyMap<string, string>): Map<string, string | null> {
  const reached = new Map<string, string | null>([...files.keys()].filter((file) => HOT.test(file)).map((file) => [file, null]));
  for (const [file] of reached)
    for (const imported of importsOf(file, files.get(file) ?? ''))
      if (files.has(imported) && !reached.has(imported)) reached.set(imported, file);
  return reached;
}

/** What the service runs, by path from its `src`. */
export const serviceFiles = (): Map<string, string> =>
  new Map(
    globSync('**/*.ts', { cwd: path.join(SERVICE, 'src'), exclude: ['**/*.test.ts'] })
      .sort()
      .map((file) => [file, readFileSync(path.join(SERVICE, 'src', file), 'utf8')]),
  );

export const serviceModels = (): Models => modelsOf(readFileSync(path.join(SERVICE, 'prisma/schema.prisma'), 'utf8'));
