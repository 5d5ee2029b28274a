import { round } from './lettering.ts';

/** Six inks and the paper. Every picture of the magazine is made of these. */
export const paper = '#f5ecdb';
export const navy = '#182541';
export const red = '#ea4b31';
export const teal = '#15807d';
export const gold = '#f3b43a';
export const pink = '#f5aaa2';
export const sky = '#a9d3d2';

/** The same picture at every run: numbers that look random and are not. */
export function dice(seed: number): (from: number, to: number) => number {
  let state = seed * 2_654_435_761;
  return (from, to) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e_37_79_b9;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return from + (((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * (to - from);
  };
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${more && ` ${more}`}/>`;

export const circle = (cx: number, cy: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}"${more && ` ${more}`}/>`;

export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;

export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more && ` ${more}`}/>`;

/** Ink on ink: where two colours meet, a third appears. */
export const overprint = (...parts: string[]): string => `<g style="mix-blend-mode:multiply">${parts.join('')}</g>`;

export const at = (transform: string, ...parts: string[]): string => `<g transform="${transform}">${parts.join('')}</g>`;

export const clipped = (id: string, outline: string, ...parts: string[]): string =>
  `<clipPath id="${id}">${outline}</clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;

/** Defines a screen of dots; use it as the fill `url(#id)`. */
export const dots = (id: string, colour: string, pitch = 9, r = 2.6, angle = 30): string =>
  `<pattern id="${id}" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><circle cx="${pitch / 2}" cy="${pitch / 2}" r="${r}" fill="${colour}"/></pattern>`;

/** Defines a screen of lines. */
export const stripes = (id: string, colour: string, pitch = 10, width = 4, angle = 0): string =>
  `<pattern id="${id}" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><rect width="${pitch}" height="${width}" fill="${colour}"/></pattern>`;

/** A band from `y` down to `bottom` whose upper edge is a wave. */
export function waves(width: number, y: number, bottom: number, length: number, height: number, offset = 0): string {
  let d = `M${round(-length + offset)} ${y}q${length / 4} ${-height} ${length / 2} 0`;
  for (let x = -length + offset; x < width + length; x += length / 2) d += `t${length / 2} 0`;
  return `${d}V${bottom}H${-2 * length}Z`;
}

const tile = 170;

/** Specks where the ink did not take, as on a drum that wants changing: one small tile, repeated. */
function grain(seed: number): string {
  const roll = dice(seed);
  const specks = Array.from({ length: 120 }, () => {
    const size = round(roll(0.5, 1.5));
    return `M${Math.round(roll(0, tile))} ${Math.round(roll(0, tile))}h${size}v${size}h-${size}z`;
  }).join('');
  return `<pattern id="grain" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="rotate(11)"><path d="${specks}" fill="${paper}" opacity=".75"/></pattern>`;
}

export type Drawing = { width: number; height: number; background: string; defs?: string; art: string; seed: number };

export function svg({ width, height, background, defs = '', art, seed }: Drawing): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${grain(seed)}${defs}</defs><g style="isolation:isolate">${rect(0, 0, width, height, background)}${art}</g>` +
    `${rect(0, 0, width, height, 'url(#grain)')}</svg>\n`
  );
}
