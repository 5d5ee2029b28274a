import { type Cover, W, H } from './cover.ts';
import {
  at,
  circle,
  clipped,
  dice,
  dots,
  gold,
  line,
  navy,
  overprint,
  paper,
  pink,
  rect,
  red,
  shape,
  sky,
  stripes,
  teal,
  waves,
} from './riso.ts';

/** The covers of 2023, in the order of their issues. */
export const covers2023: (() => Cover)[] = [
  // 1 Low Water: the moon, and the land it uncovers
  () => ({
    background: pink,
    mast: navy,
    exclave: red,
    title: paper,
    defs: dots('d', red, 10, 2.4) + stripes('s', paper, 14, 2, 0),
    art:
      circle(392, 282, 168, paper) +
      clipped('m', '<circle cx="392" cy="282" r="168"/>', circle(458, 252, 178, 'url(#d)')) +
      shape('M0 452L120 398L210 410L286 372L330 446Z', navy) +
      shape('M172 416v-40l16-18l16 18v40z', red) +
      overprint(
        shape(waves(W, 432, H, 300, 26), gold),
        shape(waves(W, 480, H, 340, 34, 60), sky),
        shape(waves(W, 540, H, 260, 30, 20), teal),
        shape(waves(W, 604, H, 320, 36, 120), navy),
      ) +
      line('M236 420C300 450 150 474 268 500S420 540 300 580', paper, 7, 'stroke-dasharray="16 9"'),
  }),
  // 2 Last Boat: its stern, going
  () => ({
    background: gold,
    mast: navy,
    exclave: red,
    title: paper,
    defs: stripes('s', navy, 12, 3, 0),
    art:
      circle(300, 330, 210, red) +
      rect(0, 440, W, 340, teal) +
      overprint(shape('M190 470H410L600 780H0Z', sky), shape('M236 470H364L470 780H130Z', teal)) +
      [0, 1, 2, 3]
        .map((n) => line(`M${222 - n * 46} ${500 + n * 34}q20 -12 40 0t40 0M${338 + n * 38} ${500 + n * 34}q20 -12 40 0t40 0`, paper, 5))
        .join('') +
      shape('M150 330H450L424 476H176Z', navy) +
      shape('M176 440H424L418 476H182Z', red) +
      rect(176, 262, 248, 72, paper) +
      [0, 1, 2, 3, 4, 5].map((n) => rect(194 + n * 37, 282, 24, 26, navy)).join('') +
      rect(222, 210, 156, 56, navy) +
      rect(240, 224, 120, 18, gold) +
      shape('M270 212L277 150H323L330 212Z', paper) +
      rect(274, 168, 52, 18, red) +
      rect(236, 366, 128, 66, paper) +
      shape('M236 366H364L300 432Z', 'url(#s)') +
      line('M300 148V128M214 262V196M386 262V196', navy, 6),
  }),
  // 3 Border Weather: rain that has not been told
  () => {
    const roll = dice(33);
    const rain = (from: number, to: number) =>
      Array.from({ length: 46 }, () => {
        const length = roll(26, 64);
        return `M${Math.round(roll(from, to))} ${Math.round(roll(340, 480))}l${Math.round(-length * 0.36)} ${Math.round(length)}`;
      }).join('');
    return {
      background: sky,
      mast: navy,
      exclave: red,
      title: navy,
      defs: dots('d', navy, 9, 2.7),
      art:
        rect(300, 0, 300, H, pink) +
        overprint(line(rain(20, 330), teal, 6), line(rain(300, 620), red, 6)) +
        line('M300 150V556', navy, 8, 'stroke-dasharray="34 20"') +
        overprint(
          circle(196, 300, 92, teal),
          circle(404, 308, 84, red),
          circle(300, 252, 118, gold),
          rect(130, 300, 350, 92, teal, 'rx="46"'),
        ) +
        shape('M150 346a46 46 0 0 1 10-90a118 118 0 0 1 224-36a92 92 0 0 1 76 126z', 'url(#d)'),
    };
  },
  // 4 Keeping the Light
  () => ({
    background: navy,
    mast: paper,
    exclave: gold,
    title: paper,
    defs: dots('d', gold, 11, 2.2) + stripes('s', teal, 18, 7, 0),
    art:
      shape('M424 262L0 150V470Z', gold) +
      shape('M424 262L600 214V312Z', gold) +
      shape('M424 262L0 40V640Z', 'url(#d)') +
      clipped(
        't',
        '<path d="M396 300H452L476 560H372Z"/>',
        rect(340, 290, 160, 400, paper),
        at('rotate(-14 424 480)', rect(320, 318, 220, 46, red), rect(320, 412, 220, 46, red), rect(320, 506, 220, 46, red)),
      ) +
      rect(380, 288, 88, 16, red) +
      rect(398, 232, 52, 58, paper) +
      rect(406, 240, 36, 48, gold) +
      shape('M390 234L424 192L458 234Z', red) +
      shape('M316 560L366 520L430 536L512 506L580 560Z', red) +
      shape(waves(W, 526, H, 200, 24), teal) +
      shape(waves(W, 556, H, 240, 22, 70), navy),
  }),
];
