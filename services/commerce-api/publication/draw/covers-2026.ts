import { type Cover, W, H } from './cover.ts';
import { lettering, textWidth } from './lettering.ts';
import { at, circle, dice, dots, gold, line, navy, overprint, paper, pink, rect, red, shape, sky, stripes, teal, waves } from './riso.ts';

/** The covers of 2026, in the order of their issues. */
export const covers2026: (() => Cover)[] = [
  // 13 Customs
  () => {
    const stamp = (text: string, colour: string, x: number, y: number, turn: number, cap: number) => {
      const width = textWidth(text, { cap, weight: 1.8 });
      return at(
        `translate(${x} ${y})rotate(${turn})`,
        `<rect x="-18" y="-16" width="${Math.round(width + 36)}" height="${cap + 32}" fill="none" stroke="${colour}" stroke-width="6" rx="8"/>`,
        lettering(text, { x: 0, y: 0, cap, weight: 1.8, colour }),
      );
    };
    const seal = (x: number, y: number, r: number, colour: string) =>
      `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="7"/><circle cx="${x}" cy="${y}" r="${r - 16}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="5 5"/>`;
    return {
      background: pink,
      mast: navy,
      exclave: red,
      title: navy,
      defs: stripes('s', '#e8d9bd', 30, 2, 0) + dots('d', gold, 12, 2.2),
      art:
        rect(0, 0, W, H, 'url(#d)') +
        at(
          'rotate(-4 300 380)',
          rect(70, 186, 470, 420, paper),
          rect(70, 186, 470, 420, 'url(#s)'),
          rect(94, 214, 96, 120, sky),
          circle(142, 258, 26, navy),
          shape('M98 334q8 -50 44 -50t44 50z', navy),
        ) +
        overprint(
          seal(410, 300, 96, teal),
          at('rotate(-12 410 300)', shape('M356 290h66v-26l52 42l-52 42v-26h-66z', teal)),
          stamp('Admitted', red, 130, 396, -9, 46),
          stamp('Declared', teal, 210, 486, 6, 34),
          seal(180, 520, 70, red),
          stamp('Cheese', gold, 330, 552, -5, 40),
          line('M40 300q26 -22 52 0t52 0t52 0t52 0t52 0M40 324q26 -22 52 0t52 0t52 0t52 0t52 0', navy, 5),
        ),
    };
  },
  // 14 Drowned Villages
  () => {
    const tower = (wall: string, roof: string, dark: string) =>
      rect(254, 300, 92, 150, wall) +
      shape('M244 302L300 176L356 302Z', roof) +
      rect(300, 300, 46, 150, dark) +
      rect(288, 330, 24, 46, navy, 'rx="12"') +
      line('M300 180V150M288 162H312', navy, 6);
    return {
      background: gold,
      mast: navy,
      exclave: red,
      title: paper,
      defs: dots('d', red, 10, 2.6) + stripes('s', teal, 19, 8, 0),
      art:
        circle(440, 290, 84, paper) +
        shape('M0 420L110 330L230 400L330 350L470 420L600 360V460H0Z', red) +
        shape('M0 420L110 330L230 400L330 350L470 420L600 360V460H0Z', 'url(#d)') +
        tower(paper, navy, pink) +
        rect(0, 448, W, 332, teal) +
        `<g opacity=".55">${at('translate(0 898)scale(1 -1)', tower(paper, navy, pink))}${circle(440, 600, 84, gold)}</g>` +
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => shape(waves(W, 472 + n * 26, 480 + n * 26, 150 + n * 14, 10, n * 47), teal)).join('') +
        rect(0, 690, W, 90, navy) +
        shape(waves(W, 562, H, 320, 18, 40), navy),
    };
  },
  // 15 Terminus
  () => {
    const sleepers = Array.from({ length: 10 }, (_, n) => {
      const y = 470 + n * n * 3.6;
      const half = 62 + (y - 470) * 0.78;
      return rect(300 - half, y, half * 2, 5 + n * 1.5, navy);
    }).join('');
    return {
      background: red,
      mast: paper,
      exclave: navy,
      title: paper,
      defs: stripes('s', red, 20, 5, 0) + dots('d', gold, 10, 2.8),
      art:
        circle(300, 400, 178, gold) +
        rect(0, 400, W, 70, teal) +
        overprint(rect(122, 400, 356, 70, 'url(#s)')) +
        line('M0 418h90M150 434h120M330 420h150M500 440h100', sky, 4) +
        rect(0, 462, W, 318, pink) +
        rect(0, 462, W, 318, 'url(#d)') +
        sleepers +
        shape('M258 470H268L130 790H84ZM342 470H332L470 790H516Z', paper) +
        rect(212, 402, 176, 34, navy) +
        [0, 1, 2, 3, 4].map((n) => shape(`M${216 + n * 36} 436l18 -34h18l-18 34z`, paper)).join('') +
        rect(236, 436, 20, 40, navy) +
        rect(344, 436, 20, 40, navy) +
        circle(300, 384, 14, paper) +
        shape('M0 626L600 596V780H0Z', navy),
    };
  },
  // 16 Ice Road
  () => {
    const roll = dice(77);
    const cracks = Array.from({ length: 9 }, () => {
      let x = roll(0, W);
      let y = roll(380, 600);
      const way = roll(0, 1) < 0.5 ? -1 : 1;
      let d = `M${Math.round(x)} ${Math.round(y)}`;
      for (let n = 0; n < 5; n += 1) {
        x += roll(34, 90) * way;
        y += roll(-26, 40);
        d += `L${Math.round(x)} ${Math.round(y)}`;
      }
      return d;
    }).join('');
    return {
      background: pink,
      mast: navy,
      exclave: red,
      title: navy,
      defs: dots('d', teal, 10, 2, 30),
      art:
        circle(450, 262, 70, red) +
        shape('M0 330L90 280L200 312L330 268L460 318L600 288V360H0Z', navy) +
        Array.from({ length: 20 }, (_, n) => shape(`M${n * 32 - 8} 330l13 -${34 + (n % 4) * 11}l13 ${34 + (n % 4) * 11}z`, teal)).join('') +
        rect(0, 328, W, 460, sky) +
        shape('M0 328H600V520L0 400Z', paper, 'opacity=".6"') +
        rect(0, 328, W, 460, 'url(#d)', 'opacity=".45"') +
        line(cracks, paper, 6) +
        at('translate(3 3)', line(cracks, teal, 2)) +
        shape('M318 328H330L448 790H130Z', paper) +
        line('M323 330L292 790', red, 9, 'stroke-dasharray="10 9 18 14 28 20 40 28 60 40"') +
        rect(292, 322, 64, 66, red) +
        line('M324 328V382', navy, 4) +
        rect(296, 388, 16, 14, navy) +
        rect(336, 388, 16, 14, navy) +
        rect(296, 376, 10, 7, gold) +
        rect(342, 376, 10, 7, gold),
    };
  },
];
