import postcss from 'postcss';
import { expect, test } from 'vitest';
import { guard } from './guard.ts';

const guarded = async (css: string): Promise<string> =>
  (await postcss([guard('styles')]).process(css, { from: 'x.module.css' })).css.replaceAll(/\s+/g, ' ');

test('every declaration becomes important, inside the layer', async () => {
  expect(await guarded('.a { color: red; & :hover { margin: 0 !important } }')).toBe(
    '@layer newsstand.styles {.a { color: red !important; & :hover { margin: 0 !important } } }',
  );
});

test('media queries stay, with what they hold made important', async () => {
  expect(await guarded('@media (width > 30em) { .a { color: red } }')).toContain('@media (width > 30em) { .a { color: red !important } }');
});

test('keyframes and fonts are left alone: important means nothing in them', async () => {
  expect(await guarded('@keyframes k { to { opacity: 0 } } @font-face { font-family: x; src: url(x) }')).not.toContain('important');
});

test('a custom property stays open to inline styles', async () => {
  expect(await guarded('.a { --columns: 3; gap: 1px }')).toContain('--columns: 3; gap: 1px !important');
});

test.each(['margin: 1rem', 'margin: 0 -.5rem', 'width: calc(100% - 2rem)', 'font: 1.2rem/1 serif'])(
  'rem is refused: %s',
  async (declaration) => {
    await expect(guarded(`.a { ${declaration} }`)).rejects.toThrow('not rem');
  },
);

test('an import is refused', async () => {
  await expect(guarded('@import "other.css";')).rejects.toThrow('Import the style sheet');
});
