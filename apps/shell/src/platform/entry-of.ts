import type { LoaderBuild } from '@newsstand/contracts/registry';

/** The URL of a build's entry, the first of its files. */
export const entryOf = ([folder, files]: LoaderBuild): string => folder + Object.keys(files)[0];
