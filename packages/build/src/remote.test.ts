import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuild } from './build-files.ts';
import { remote } from './remote.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'newsstand-remote-'));
  const classes = Array.from({ length: 24 }, (_, index) => `.part${index} { order: ${index}; }`);
  await writeFile(join(dir, 'look.module.css'), classes.join('\n'));
  await writeFile(join(dir, 'later.ts'), `import look from './look.module.css';\nexport const later = look;\n`);
  await writeFile(
    join(dir, 'mount.ts'),
    `import look from './look.module.css';\nexport const contract = 1;\nexport const mounts = { look, later: () => import('./later.ts') };\n`,
  );
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const build = async () => {
  const compiler = rspack(remote({ dir, name: 'small', port: 0, mount: './mount.ts' }, 'deploy'));
  await new Promise<void>((done, fail) =>
    compiler.run((error, stats) => {
      if (error) return fail(error);
      if (stats?.hasErrors()) return fail(new Error(stats.toString('errors-only')));
      compiler.close((unclosed) => (unclosed ? fail(unclosed) : done()));
    }),
  );
  return readBuild(join(dir, 'dist'));
};

test(
  'the same sources make the same bytes under the same name, so a deploy without a change costs readers nothing',
  { timeout: 60_000, tags: ['ci'] },
  async () => {
    const [first, again] = [await build(), await build()];
    expect([...first.files.keys()]).toContain('entry.js');
    expect([...again.files.keys()]).toEqual([...first.files.keys()]);
    const differing = [...first.files].filter(([name, body]) => !again.files.get(name)?.equals(body)).map(([name]) => name);
    expect(differing).toEqual([]);
    expect(again.build).toBe(first.build);
  },
);

test('a remote brings along the schemas that it needs, and not those that stand beside them', { timeout: 60_000 }, async () => {
  const schemas = `import * as v from 'valibot';
const line = (text: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(text));
export const Needed = v.object({ needed: line('is needed') });
export const Beside = v.pipe(v.object({ beside: v.optional(line('is not needed'), ''), more: v.array(v.variant('type', [Needed])) }), v.check(() => true));
`;
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(dir, 'node_modules'));
  await writeFile(join(dir, 'schemas.ts'), schemas);
  await writeFile(join(dir, 'package.json'), JSON.stringify({ sideEffects: ['*.css'] }));
  // Two files that need valibot: it stays a module of its own, and what it says of its functions is not seen from
  // another.
  await writeFile(
    join(dir, 'later.ts'),
    `import * as v from 'valibot';\nexport const later = (data: unknown) => v.parse(v.number(), data);\n`,
  );
  await writeFile(
    join(dir, 'mount.ts'),
    `import * as v from 'valibot';
import { Needed } from './schemas.ts';
export const contract = 1;
export const mounts = { parse: (data: unknown) => v.parse(Needed, data), later: () => import('./later.ts') };
`,
  );
  const entry = String((await build()).files.get('entry.js'));
  expect(entry).toContain('is needed');
  expect(entry).not.toContain('beside');
});

test(
  'style sheets are written for the oldest browsers, too: no nesting, and an underline that Safari draws',
  { timeout: 60_000 },
  async () => {
    await writeFile(
      join(dir, 'look.module.css'),
      '.quiet { text-decoration: underline; text-decoration-thickness: 1px; &:hover { color: red; } }',
    );
    const entry = String((await build()).files.get('entry.js'));
    // Safari takes no thickness in the shorthand, and drops the whole declaration.
    expect(entry).toContain('text-decoration:underline!important;text-decoration-thickness:1px!important');
    expect(entry).toMatch(/quiet:hover\{/);
  },
);

test('what an endpoint is for stands in the documents of the API and in no remote', { timeout: 60_000 }, async () => {
  await writeFile(
    join(dir, 'mount.ts'),
    `export const contract = 1;
const goods = { summary: 'A mug for the desk' };
const endpoints = {
  one: { method: 'GET', path: '/api/one', summary: 'What it is for, and who may' },
  other: { method: 'POST', path: '/api/other', summary:
      "A reader's own \\"other\\"", body: null, answer: 'its answer' },
};
export const mounts = { endpoints, goods };
`,
  );
  const entry = String((await build()).files.get('entry.js'));
  expect(entry).toContain('/api/one');
  expect(entry).toMatch(/\/api\/other",answer:"its answer"/);
  expect(entry).not.toMatch(/What it is for|own "other"/);
  expect(entry).toContain('A mug for the desk');
});
