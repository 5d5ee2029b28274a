import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { inlineJson, widget } from './page.ts';

test('JSON inside a script cannot close it, and reads back as it was', () => {
  const hostile = { title: '</script><script>alert(1)</script>', line: '\u2028' };
  const text = String(inlineJson(hostile));
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(hostile);
});

test('a widget holds its options as attributes, and its fallback', async () => {
  const element = String(
    await widget('checkout.add', 'visible', { item: 'print-issue', ref: 'iss:"7"' }, html`<a href="/issue/salt">Salt</a>`),
  );
  expect(element).toContain('data-widget="checkout.add" data-when="visible" data-item="print-issue" data-ref="iss:&quot;7&quot;" >');
  expect(element).toContain('<a href="/issue/salt">Salt</a>');
});
