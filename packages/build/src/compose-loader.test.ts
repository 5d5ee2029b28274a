import { makeBuild, makeRegistry } from '@newsstand/contracts/fixtures/registry';
import { expect, test } from 'vitest';
import { composeLoader, hintsOf, loaderRegistry, overridesOf } from './compose-loader.ts';

const origins = { shell: 'https://shell.example', checkout: 'https://checkout.example' };
const later = '/mf/checkout/0a1b2c3d/later.js';
const build = makeBuild({ integrity: { [later]: 'sha384-CCCC', ...makeBuild().integrity } });
const allowed = makeBuild({
  build: 'beef',
  entry: '/mf/checkout/beef/entry.js',
  preload: [],
  integrity: { '/mf/checkout/beef/entry.js': 'sha384-D' },
});
const registry = makeRegistry({
  platform: { ...makeRegistry().platform, development: '/mf/platform/ffee0011/dev.js' },
  remotes: { checkout: { ...build, previous: [], allowed: [allowed] } },
});

test('the loader knows the folder and the first wave of each remote, with its integrity', () => {
  expect(loaderRegistry(registry, origins).remotes['checkout']).toEqual([
    'https://checkout.example/mf/checkout/0a1b2c3d/',
    { 'remoteEntry.js': 'sha384-AAAA', 'mount.js': 'sha384-BBBB' },
  ]);
});

test('a remote under development replaces the deployed one and brings the development build of React', () => {
  const { platform, remotes } = loaderRegistry(registry, origins, { checkout: 'http://127.0.0.1:4301' });
  expect(remotes['checkout']).toEqual(['http://127.0.0.1:4301/', { 'entry.js': '' }]);
  expect(platform).toEqual(['https://shell.example/mf/platform/ffee0011/', { 'dev.js': '' }]);
});

test('a CMS is told of the chunks that come later too, but not of those of a remote under development', () => {
  expect(hintsOf(registry, origins)).toEqual({ ...loaderRegistry(registry, origins), later: { checkout: { 'later.js': 'sha384-CCCC' } } });
  expect(hintsOf(registry, origins, { checkout: 'http://127.0.0.1:4301' }).later).toEqual({});
});

test('only allowed builds may be asked for', () => {
  expect(overridesOf(registry, origins, false)).toMatchObject({
    builds: { 'checkout@beef': ['https://checkout.example/mf/checkout/beef/', { 'entry.js': 'sha384-D' }] },
    machine: [],
  });
  expect(overridesOf(registry, origins, true).machine).toEqual(['localhost', '127.0.0.1']);
});

test('the code finds the registry, even when it ends in a comment', () => {
  const seen: unknown[] = [];
  const script = composeLoader('seen.push(NEWSSTAND_REGISTRY) // end', loaderRegistry(registry, origins));
  // oxlint-disable-next-line typescript/no-implied-eval -- the composed text is a script: running it is the test
  new Function('seen', script)(seen);
  expect(seen).toEqual([loaderRegistry(registry, origins)]);
});

test.each(['checkout', 'mailing-list', '7-days', '7days', 'class', 'über'])(
  'a remote called %s is found, and so is a mount of any selector',
  (name) => {
    const mounts = { '#a': { widget: `${name}.panel` }, [`[title="remotes":"x"], [data-a='"widget":']`]: { widget: '"when":"idle"' } };
    const given = loaderRegistry({ ...registry, remotes: { [name]: { ...build, previous: [], allowed: [] } }, mounts }, origins);
    const seen: unknown[] = [];
    // oxlint-disable-next-line typescript/no-implied-eval -- as above
    new Function('seen', composeLoader('seen.push(NEWSSTAND_REGISTRY)', given))(seen);
    expect(seen).toEqual([given]);
  },
);
