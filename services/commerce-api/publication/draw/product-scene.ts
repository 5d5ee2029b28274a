import { at, dots, navy, shape, svg } from './riso.ts';

const S = 640;

/** A square in which a thing lies on one ink. */
export const scene = (seed: number, background: string, defs: string, ...art: string[]): string =>
  svg({ width: S, height: S, background, seed, defs: dots('shade', navy, 8, 2.2) + defs, art: art.join('') });

/** The shadow that a thing throws: a screen of dots, a little to the lower right. */
export const shadow = (d: string): string => at('translate(22 24)', shape(d, 'url(#shade)', 'opacity=".55"'));
