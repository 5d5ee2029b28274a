import { LoaderBuild } from '@newsstand/contracts/registry';
import * as v from 'valibot';
import { askNowAndThen } from './ask-now-and-then.ts';

const Answer = v.object({
  platform: LoaderBuild,
  remotes: v.record(v.string(), LoaderBuild),
  /** Chunks that come after the first wave, by remote and file. */
  later: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
});
/** An old hint costs a reader a wasted download, so it does not live long after a deploy. */
const AGE = 15_000;

/** A module that a page's widget will want; '' vouches for nothing, as for a remote under development. */
export type Hint = { url: string; integrity: string };

/**
 * What the shell says is to be fetched for a widget (`checkout.page`), or for any of a remote (`checkout`), while the
 * page itself is still on its way (docs/guide-embed.md).
 */
export const createHints = (loaderUrl: string): ((widget: string) => readonly Hint[]) => {
  const answer = askNowAndThen(new URL('/hints.json', loaderUrl).href, Answer, AGE);
  answer();
  return (widget) => {
    const [remote = '', name] = widget.split('.');
    const known = answer();
    const build = known?.remotes[remote];
    if (!known || !build) return [];
    const file = `${name}.js`;
    const own = known.later[remote]?.[file];
    return [...[known.platform, build].flatMap(filesOf), ...(own === undefined ? [] : [{ url: build[0] + file, integrity: own }])];
  };
};

const filesOf = ([folder, files]: LoaderBuild): Hint[] =>
  Object.entries(files).map(([file, integrity]) => ({ url: folder + file, integrity }));
