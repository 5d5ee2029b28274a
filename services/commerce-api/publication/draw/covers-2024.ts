import { type Cover, W } from './cover.ts';
import { at, circle, dice, dots, gold, line, navy, overprint, paper, pink, rect, red, shape, sky, stripes, teal } from './riso.ts';

/** The covers of 2024, in the order of their issues. */
export const covers2024: (() => Cover)[] = [
  // 5 Salt: pans from above
  () => {
    const roll = dice(9);
    const inks = [paper, pink, red, sky, teal, gold, paper, pink, 'url(#d)', 'url(#s)'];
    const pans: string[] = [];
    for (let row = 0; row < 7; row += 1) {
      let x = -160;
      while (x < 760) {
        const width = roll(70, 170);
        pans.push(rect(x, 60 + row * 104, width - 12, 92, inks[Math.floor(roll(0, inks.length))] ?? paper));
        x += width;
      }
    }
    const heaps = [0, 1, 2, 3].map(
      (n) => shape(`M${40 + n * 138} ${600 - n * 9}l66 -104l66 104z`, paper) + shape(`M${106 + n * 138} ${496 - n * 9}l66 104h-44z`, sky),
    );
    return {
      background: navy,
      mast: navy,
      exclave: red,
      title: paper,
      defs: dots('d', paper, 10, 3) + stripes('s', gold, 12, 5, 45),
      art:
        at('rotate(-9 300 390)', pans.join('')) +
        shape('M0 0H600V150L0 176Z', paper) +
        shape('M0 586L600 546V780H0Z', navy) +
        heaps.join(''),
    };
  },
  // 6 Unnamed Roads
  () => ({
    background: gold,
    mast: navy,
    exclave: teal,
    title: paper,
    defs: dots('d', navy, 9, 1.8) + stripes('s', teal, 13, 4, -20),
    art:
      circle(470, 250, 62, paper) +
      overprint(circle(120, 500, 250, pink), circle(480, 540, 260, red)) +
      circle(250, 690, 290, teal) +
      shape('M0 560Q300 486 600 584V780H0Z', navy) +
      shape(
        'M214 780C250 690 470 690 452 610S250 540 268 470S360 420 350 380L362 380C380 420 300 440 300 474S520 540 530 616S420 700 470 780Z',
        navy,
      ) +
      line('M330 780C340 690 496 690 490 614S276 540 284 472S370 416 356 384', gold, 5, 'stroke-dasharray="20 14"') +
      shape('M86 470l26 -70l26 70zM128 486l22 -58l22 58z', navy) +
      line('M404 392V330M404 336H452', navy, 6) +
      rect(414, 322, 66, 30, paper),
  }),
  // 7 High Ground
  () => ({
    background: sky,
    mast: navy,
    exclave: red,
    title: paper,
    defs: dots('d', red, 9, 2.5) + stripes('s', navy, 9, 2.5, 62),
    art:
      circle(196, 330, 104, red) +
      overprint(
        shape('M-120 700L190 250L470 700Z', gold),
        shape('M110 720L410 190L760 720Z', pink),
        shape('M-60 780L300 410L660 780Z', teal),
      ) +
      shape('M410 190L470 281L440 300L416 276L388 312L352 293Z', paper) +
      shape('M410 190L760 720H560Z', 'url(#s)') +
      shape('M0 780V640L120 590L260 650L420 600L600 660V780Z', navy) +
      rect(432, 574, 54, 36, red) +
      shape('M424 576L459 546L494 576Z', paper) +
      line('M60 540L300 410L548 556', paper, 4, 'stroke-dasharray="3 13" stroke-linecap="round"'),
  }),
  // 8 The Long Night
  () => {
    const curtain = (colour: string, phase: number, y: number) =>
      Array.from({ length: 31 }, (_, n) => {
        const top = y + Math.sin(n / 4 + phase) * 66 + Math.sin(n / 1.7 + phase) * 16;
        const height = 190 + Math.cos(n / 2.6 + phase) * 80;
        return rect(n * 20 - 6, top, 11, height, colour, 'rx="5"');
      }).join('');
    return {
      background: navy,
      mast: paper,
      exclave: teal,
      title: paper,
      defs: dots('d', paper, 34, 1.6, 17),
      art:
        rect(0, 0, W, 560, 'url(#d)') +
        `<g style="mix-blend-mode:screen">${curtain(teal, 0.4, 200)}${curtain('#b8574f', 2.6, 262)}</g>` +
        shape('M0 512L150 478L330 510L470 478L600 504V780H0Z', paper) +
        shape('M0 552Q300 520 600 578V780H0Z', navy) +
        rect(404, 486, 92, 70, navy) +
        shape('M390 490L450 438L510 490Z', red) +
        rect(436, 512, 28, 28, gold) +
        shape('M436 556L464 556L570 640L424 632Z', gold, 'opacity=".9"') +
        line('M484 462V428', navy, 9),
    };
  },
];
