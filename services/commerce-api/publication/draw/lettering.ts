/** Our own alphabet: hull lettering of straight strokes and chamfered corners, 10 units high. No font has to load, and it looks the same everywhere. */
const glyphs: Record<string, readonly [width: number, path: string]> = {
  A: [6, 'M0 10V2L2 0H4L6 2V10M0 6H6'],
  B: [6, 'M0 0H4.4L6 1.6V3.4L4.6 5L6 6.6V8.4L4.4 10H0ZM0 5H4.6'],
  C: [6, 'M6 3V2L4 0H2L0 2V8L2 10H4L6 8V7'],
  D: [6, 'M0 0H4L6 2V8L4 10H0Z'],
  E: [5.4, 'M5.4 0H0V10H5.4M0 5H4.4'],
  F: [5.4, 'M5.4 0H0V10M0 5H4.4'],
  G: [6, 'M6 3V2L4 0H2L0 2V8L2 10H4L6 8V5.4H3.6'],
  H: [6, 'M0 0V10M6 0V10M0 5H6'],
  I: [0, 'M0 0V10'],
  J: [5, 'M5 0V8L3 10H2L0 8V7'],
  K: [6, 'M0 0V10M6 0L1.4 5L6 10M0 5H1.4'],
  L: [5, 'M0 0V10H5'],
  M: [7, 'M0 10V0L3.5 5L7 0V10'],
  N: [6, 'M0 10V0L6 10V0'],
  O: [6, 'M2 0H4L6 2V8L4 10H2L0 8V2Z'],
  P: [6, 'M0 10V0H4L6 2V3.6L4 5.6H0'],
  Q: [6, 'M2 0H4L6 2V8L4 10H2L0 8V2ZM3.6 7L6.4 10.6'],
  R: [6, 'M0 10V0H4L6 2V3.6L4 5.6H0M3 5.6L6 8.6V10'],
  S: [6, 'M6 2.6V2L4 0H2L0 2V3.2L1.6 5H4.4L6 6.8V8L4 10H2L0 8V7.4'],
  T: [6, 'M0 0H6M3 0V10'],
  U: [6, 'M0 0V8L2 10H4L6 8V0'],
  V: [6, 'M0 0V4L3 10L6 4V0'],
  W: [7, 'M0 0V10L3.5 5L7 10V0'],
  X: [6, 'M0 0V1.6L6 8.4V10M6 0V1.6L0 8.4V10'],
  Y: [6, 'M0 0V2L3 5L6 2V0M3 5V10'],
  Z: [6, 'M0 0H6V1L0 9V10H6'],
  0: [6, 'M2 0H4L6 2V8L4 10H2L0 8V2Z'],
  1: [2, 'M0 2L2 0V10'],
  2: [6, 'M0 2.6V2L2 0H4L6 2V3.6L0 9V10H6'],
  3: [6, 'M0 0H6V1L3 4.4H4L6 6.4V8L4 10H2L0 8V7.4'],
  4: [6, 'M4.6 10V0L0 6V7H6'],
  5: [6, 'M6 0H0V4.4H4L6 6.4V8L4 10H2L0 8V7.4'],
  6: [6, 'M5.4 0H2L0 2V8L2 10H4L6 8V6.4L4 4.6H0'],
  7: [6, 'M0 0H6V1L2 7V10'],
  8: [6, 'M2 0H4L6 1.8V3.2L4.2 5L6 6.8V8.2L4 10H2L0 8.2V6.8L1.8 5L0 3.2V1.8ZM1.8 5H4.2'],
  9: [6, 'M.6 10H4L6 8V2L4 0H2L0 2V3.6L2 5.4H6'],
  '.': [0, 'M0 9.6V10'],
  ',': [0, 'M0 9.6V11.4'],
  "'": [0, 'M0 0V2'],
  ':': [0, 'M0 3V3.4M0 9.6V10'],
  '-': [3, 'M0 5.4H3'],
  '/': [4, 'M0 10L4 0'],
  '+': [4, 'M0 5.4H4M2 3.4V7.4'],
  ' ': [2, ''],
};

export type Lettering = {
  x: number;
  y: number;
  cap: number;
  weight: number;
  colour: string;
  tracking?: number;
  anchor?: 'start' | 'middle' | 'end';
};

/** `y` is the top of the capitals and `cap` their height, in pixels; `weight` and `tracking` are in units of a tenth of it. */
export function lettering(text: string, { x, y, cap, weight, colour, tracking = 1.4, anchor = 'start' }: Lettering): string {
  const gap = weight + tracking;
  let pen = 0;
  const path = Array.from(text.toUpperCase(), (character) => {
    const [width, strokes] = glyphs[character] ?? [4, ''];
    const placed = shift(strokes, pen);
    pen += width + gap;
    return placed;
  }).join('');
  const scale = cap / (10 + weight);
  const full = (pen - gap + weight) * scale;
  const left = x - { start: 0, middle: full / 2, end: full }[anchor];
  return `<path transform="translate(${round(left + (weight / 2) * scale)} ${round(y + (weight / 2) * scale)})scale(${round(scale)})" d="${path}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="square" stroke-miterlimit="1.5"/>`;
}

/** How wide a text becomes, in pixels. */
export function textWidth(text: string, { cap, weight, tracking = 1.4 }: Pick<Lettering, 'cap' | 'weight' | 'tracking'>): number {
  const widths = Array.from(text.toUpperCase(), (character) => (glyphs[character]?.[0] ?? 4) + weight + tracking);
  return ((widths.reduce((sum, width) => sum + width, 0) - tracking) * cap) / (10 + weight);
}

/** Moves a path of absolute M, L, H and V commands to the right. */
function shift(path: string, by: number): string {
  return path.replaceAll(/([MLH])(-?[\d.]+)/g, (_, command: string, x: string) => `${command}${round(Number(x) + by)}`);
}

export const round = (value: number): number => Math.round(value * 100) / 100;
