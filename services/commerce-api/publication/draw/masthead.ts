import { lettering, textWidth } from './lettering.ts';
import { rect } from './riso.ts';

/**
 * EXCLAVE, with the bar of the last E cut loose and printed in another ink: a piece of the letter that can be reached only by
 * leaving it. `width` in pixels; the height follows.
 */
export function masthead(x: number, y: number, width: number, colour: string, exclave: string): string {
  const weight = 3;
  const tracking = 1.5;
  const cap = width / (textWidth('EXCLAVE', { cap: 1, weight, tracking }) || 1);
  const unit = cap / (10 + weight);
  const last = x + width - (5.4 + weight) * unit;
  const bar = { x: last + (weight + 1.1) * unit, y: y + 5 * unit, side: weight * unit };
  return (
    lettering('EXCLAV', { x, y, cap, weight, tracking, colour }) +
    rect(last, y, weight * unit, cap, colour) +
    rect(last, y, (5.4 + weight) * unit, weight * unit, colour) +
    rect(last, y + cap - weight * unit, (5.4 + weight) * unit, weight * unit, colour) +
    rect(bar.x, bar.y, bar.side, bar.side, exclave)
  );
}
