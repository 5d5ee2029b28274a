import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { pageAt } from '../packages/contracts/src/paths.ts';
import { root } from './root.ts';

/**
 * Every address of a page that a text of this file writes by hand, instead of asking the publication's map of paths for
 * it.
 */
function pagesIn(file: string, text: string): string[] {
  const found: string[] = [];
  const look = (message: string) => {
    // An origin before it, in a template, is anything.
    const address = message.replace(/^\0/, '');
    if (/^\/[a-z]/.test(address) && pageAt({}, address.replaceAll('\0', 'x')) !== null) found.push(address.replaceAll('\0', '…'));
  };
  const { program } = parseSync(file, text);
  // What is asked of the map in remotes, which have no table of it: there the standard address is the page's name.
  const asked = new Set<number>();
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && ASKING.has(callee.name)) for (const { start } of given) asked.add(start);
    },
    TSLiteralType: ({ literal }) => asked.add(literal.start),
    ConditionalExpression: ({ start, consequent, alternate }) => {
      if (asked.has(start)) asked.add(consequent.start).add(alternate.start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !asked.has(start)) look(value);
    },
    TemplateLiteral: ({ quasis }) => look(quasis.map(({ value }) => value.cooked ?? '').join('\0')),
  }).visit(program);
  return found.map((address) => `${file}: ${address}`);
}

/** `pathOf` of the cart asks `ownPath` itself. */
const ASKING = new Set(['ownPath', 'pathOf']);

const SERVICE = 'services/commerce-api/src';
/** The sign-in of the stand-in for OpenAthens is no page of the magazine. */
const OTHERS = ['services/commerce-api/src/platform/config/access-config.ts: /login'];

test('whatever leads readers to a page asks the publication’s map of paths, and writes no address by hand', { tags: ['ci'] }, () => {
  const files = globSync([`${SERVICE}/**/*.ts`, 'apps/*-mf/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/*.test.ts', '**/stand-alone/**'],
  });
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => pagesIn(file, readFileSync(path.join(root, file), 'utf8')))).toEqual(OTHERS);
});

test('an address that is written by hand is found, in a template too', () => {
  const text =
    'const all = ["/store", `${origin}/store/product/${slug}`, "/login?redirect=" + to, "/api/store", "/articles/x", `/account#${part}`, ownPath("/donate")];';
  expect(pagesIn('x.ts', text)).toEqual(['x.ts: /store', 'x.ts: /store/product/…', 'x.ts: /login?redirect=', 'x.ts: /account#…']);
});
