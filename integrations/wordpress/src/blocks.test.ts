// @module-tag ci
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, '../newsstand/blocks.js'), 'utf8');
const GOODS = [
  { kind: 'product', slug: 'mug', item: 'basic-product', ref: 'prd:mug', name: 'Harbour Mug' },
  { kind: 'issue', slug: 'terminus', item: 'print-issue', ref: 'iss:15', name: 'No. 15, Terminus, in print' },
  { kind: 'issue', slug: 'terminus', item: 'digital-issue', ref: 'iss:15', name: 'No. 15, Terminus, as a file' },
];

type Option = { value: string; label: string };
type Made = { type: unknown; props: { label?: string; options?: Option[] } | null; children: unknown[] };

/** The choices that the editor has for an option of a block, once it knows what is sold. */
function choices(option: string, label: string, attributes: Record<string, string> = {}): Option[] {
  const found: Option[] = [];
  const element = (type: unknown, props: Made['props'], ...children: unknown[]): unknown => {
    if (typeof type === 'function') return type({ ...props, children });
    if (props?.label === label) found.push(...(props.options ?? []));
    return { type, props, children };
  };
  const blocks = {
    registerBlockType: (_: string, { edit }: { edit(given: object): void }) => edit({ attributes, setAttributes: () => undefined }),
  };
  const part = (name: string) => name;
  runInNewContext(SCRIPT, {
    window: {
      wp: {
        element: { createElement: element, useState: () => [GOODS, () => undefined], useEffect: () => undefined },
        blockEditor: { InspectorControls: part('settings'), useBlockProps: () => ({}) },
        components: Object.fromEntries(
          ['PanelBody', 'SelectControl', 'TextControl', 'ToggleControl', 'Disabled'].map((one) => [one, part(one)]),
        ),
        i18n: { __: (words: string) => words },
        serverSideRender: part('preview'),
        blocks,
      },
      newsstandBlocks: [{ name: 'newsstand/any', title: 'Any', options: [option, 'item'] }],
    },
  });
  return found;
}

test('the block of a product offers the products alone, which it can show; an ‘Add to cart’ offers issues as well, each medium by itself', () => {
  expect(choices('slug', 'Product').map(({ label }) => label)).toEqual(['The one in the page’s address', 'Harbour Mug']);
  const added = choices('ref', 'What is added');
  expect(added.map(({ label }) => label)).toEqual(['Choose…', ...GOODS.map(({ name }) => name)]);
  expect(new Set(added.map(({ value }) => value)).size).toBe(added.length);
});

test('what was chosen once stays a choice, also where it is not sold any more', () => {
  expect(choices('slug', 'Product', { slug: 'gone' }).at(-1)).toEqual({ value: 'gone', label: 'gone' });
});
