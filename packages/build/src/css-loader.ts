import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { browserslistToTargets, Features, transform } from 'lightningcss';
import postcss from 'postcss';
import { BROWSERS } from './browsers.ts';
import { guard } from './guard.ts';

export type CssLoaderOptions = { layer: 'styles' | 'reset'; remote: string; dev: boolean };

const ADOPT_STYLES = JSON.stringify(`${import.meta.dirname}/adopt-styles.ts`);

/** Lightning CSS takes versions (`safari 16.4`), and of queries (`safari >= 16.4`) nothing, without a word. */
const TARGETS = browserslistToTargets(BROWSERS.map((query) => query.replace('>= ', '')));

/** An Rspack loader: turns a style sheet into a module that applies it, guarded, and exports its class names. */
async function cssLoader(this: LoaderContext<CssLoaderOptions>, source: string): Promise<string> {
  const { layer, remote, dev } = this.getOptions();
  const id = relative(this.rootContext, this.resourcePath);
  const guarded = await postcss([guard(layer)]).process(source, { from: this.resourcePath });
  const { code, exports } = transform({
    filename: id,
    code: Buffer.from(guarded.css),
    minify: !dev,
    targets: TARGETS,
    // We write a theme's colours out; what stands in for light-dark() would be dead weight beside each color-scheme,
    // and for :dir() a list of languages.
    exclude: Features.LightDark | Features.DirSelector,
    // A remote's name is part of each class: two remotes may carry different versions of the same component.
    cssModules: layer === 'styles' && { pattern: dev ? `${remote}-[name]-[local]-[hash]` : `${remote}-[hash]-[local]`, pure: true },
  });
  // Lightning CSS gives the names in another order each time; sorted, the same sources are the same build.
  const classes = Object.fromEntries(
    Object.entries(exports ?? {})
      .map(([local, found]) => [local, [found.name, ...found.composes.map((composed) => composed.name)].join(' ')] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return [
    `import { adoptStyles } from ${ADOPT_STYLES};`,
    `adoptStyles(${JSON.stringify(shortId(id))}, ${JSON.stringify(code.toString())});`,
    `export default ${JSON.stringify(classes)};`,
  ].join('\n');
}

export default cssLoader;

const shortId = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 6);
