import * as v from 'valibot';
import { YesOrNo, oneOf } from './fields.ts';

const Color = v.pipe(v.string('must be text'), v.regex(/^#[0-9a-f]{6}$/, 'must be a color like "#182541"'));

/** WCAG: what a color is of all light. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

/** What stands on what. A letter that cannot be read is worse than one without colors. */
const ON = [
  ['ink', 'sheet'],
  ['ink', 'ground'],
  ['muted', 'sheet'],
  ['muted', 'ground'],
  ['on_accent', 'accent'],
] as const;

const Colors = v.pipe(
  v.strictObject({ ground: Color, sheet: Color, ink: Color, muted: Color, line: Color, accent: Color, on_accent: Color }),
  v.check(
    (colors) => ON.every(([ink, paper]) => contrast(colors[ink], colors[paper]) >= 4.5),
    ({ input }) => {
      const bad = ON.filter(([ink, paper]) => contrast(input[ink], input[paper]) < 4.5).map(([ink, paper]) => `${ink} on ${paper}`);
      return `must be legible: ${bad.join(', ')} has a contrast of less than 4.5 to 1`;
    },
  ),
);

/** Faces that mail programs have: nothing is loaded with a letter. */
const Face = oneOf('serif', 'sans', 'narrow');

/**
 * How letters look. The wordmark is the publication's name, set: programs that show no pictures show it, too. `block`:
 * with a square in the accent's color behind it.
 */
export const LetterLook = v.strictObject({
  wordmark: v.strictObject({ face: Face, capitals: YesOrNo, block: YesOrNo }),
  headings: Face,
  text: Face,
  light: Colors,
  dark: Colors,
});
export type LetterLook = v.InferOutput<typeof LetterLook>;

/** Of a publication that says nothing of it. */
export const PLAIN_LOOK: LetterLook = {
  wordmark: { face: 'serif', capitals: false, block: false },
  headings: 'serif',
  text: 'serif',
  light: {
    ground: '#f1efea',
    sheet: '#ffffff',
    ink: '#1b1a18',
    muted: '#5d5850',
    line: '#ddd7cb',
    accent: '#17484b',
    on_accent: '#ffffff',
  },
  dark: {
    ground: '#11100f',
    sheet: '#1c1b19',
    ink: '#f2eee6',
    muted: '#b3aca0',
    line: '#3b3833',
    accent: '#9ad7cf',
    on_accent: '#10201f',
  },
};
