import { H, W } from './cover.ts';
import { covers2023 } from './covers-2023.ts';
import { covers2024 } from './covers-2024.ts';
import { covers2025 } from './covers-2025.ts';
import { covers2026 } from './covers-2026.ts';
import { lettering, textWidth } from './lettering.ts';
import { masthead } from './masthead.ts';
import { rect, svg } from './riso.ts';

const covers = [...covers2023, ...covers2024, ...covers2025, ...covers2026];

/** A front cover; the title's lines are set as large as the width allows, at most 64 px. */
export function cover(issue: { number: number; title: string; season: string }): string {
  const drawn = covers[issue.number - 1];
  if (!drawn) throw new Error(`No cover is drawn for issue ${issue.number}`);
  const { background, mast, exclave, title, defs = '', art } = drawn();
  const words = issue.title.split(' ');
  const lines = issue.title.length > 12 ? [words.slice(0, Math.ceil(words.length / 2)), words.slice(Math.ceil(words.length / 2))] : [words];
  const texts = lines.map((part) => part.join(' '));
  const weight = 2.2;
  const cap = Math.min(58, ...texts.map((text) => 528 / textWidth(text, { cap: 1, weight })));
  const top = H - 76 - texts.length * (cap + 16);
  return svg({
    width: W,
    height: H,
    background,
    seed: issue.number,
    defs,
    art:
      art +
      masthead(36, 36, 528, mast, exclave) +
      texts.map((text, index) => lettering(text, { x: 36, y: top + index * (cap + 16), cap, weight, colour: title })).join('') +
      rect(36, H - 66, 528, 3, title) +
      lettering(`No ${issue.number}`, { x: 36, y: H - 48, cap: 14, weight: 1.7, colour: title }) +
      lettering(issue.season, { x: 564, y: H - 48, cap: 14, weight: 1.7, colour: title, anchor: 'end' }),
  });
}
