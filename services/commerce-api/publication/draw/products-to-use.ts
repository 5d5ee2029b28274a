import { lettering } from './lettering.ts';
import { scene, shadow } from './product-scene.ts';
import { at, circle, clipped, dice, dots, gold, line, navy, paper, pink, rect, red, shape, sky, stripes, teal, waves } from './riso.ts';

const shirt = 'M232 110C250 150 390 150 408 110L500 146L590 290L508 338L476 292V556H164V292L132 338L50 290L140 146Z';
const jumper =
  'M236 104C256 140 384 140 404 104L492 138C540 230 570 330 592 456L520 478L470 320V540H170V320L120 478L48 456C70 330 100 230 148 138Z';

/** Things to wear, carry and drink from. */
export const productsToUse: Record<string, () => string> = {
  'last-boat-tee': () =>
    scene(
      22,
      pink,
      stripes('s', paper, 12, 4),
      shadow(shirt),
      shape(shirt, navy),
      line('M232 110C250 150 390 150 408 110', paper, 5),
      line('M164 292V330M476 292V330', paper, 3, 'stroke-dasharray="6 7"'),
      circle(320, 320, 104, gold),
      shape('M238 352H402L384 424H256Z', red),
      rect(256, 304, 128, 48, paper),
      [0, 1, 2, 3].map((n) => rect(270 + n * 27, 316, 17, 18, navy)).join(''),
      rect(284, 272, 72, 32, teal),
      shape('M304 272L309 236H331L336 272Z', paper),
      line('M224 440q16 -10 32 0t32 0t32 0t32 0t32 0t32 0', sky, 6),
      lettering('18:40', { x: 320, y: 470, cap: 26, weight: 2.2, colour: paper, anchor: 'middle' }),
    ),
  'harbour-mug': () =>
    scene(
      24,
      sky,
      '',
      rect(0, 470, 640, 170, navy),
      at('translate(18 12)', shape('M150 176H450V512Q450 540 422 540H178Q150 540 150 512Z', 'url(#shade)', 'opacity=".55"')),
      line('M444 236H500Q556 236 556 300V350Q556 420 490 430L444 438', red, 34, 'stroke-linejoin="round"'),
      shape('M150 170H450V498Q450 534 414 534H186Q150 534 150 498Z', paper),
      shape('M400 170H450V498Q450 534 414 534H372Q400 520 400 480Z', gold, 'opacity=".35"'),
      rect(140, 156, 320, 26, red, 'rx="13"'),
      `<circle cx="268" cy="356" r="64" fill="none" stroke="${navy}" stroke-width="11"/>`,
      line('M180 356H356', navy, 11),
      line('M396 290V430M396 294H430M396 324H430M396 356H430M396 390H430M396 426H430', navy, 7),
      lettering('E', { x: 188, y: 318, cap: 22, weight: 2.4, colour: red, anchor: 'middle' }),
      lettering('X', { x: 350, y: 318, cap: 22, weight: 2.4, colour: red, anchor: 'middle' }),
      line('M220 132q-18 -24 0 -46t0 -46M300 132q-18 -24 0 -46t0 -46M380 132q-18 -24 0 -46t0 -46', paper, 9, 'stroke-linecap="round"'),
    ),
  'nothing-to-declare-tote': () =>
    scene(
      25,
      red,
      dots('d', gold, 12, 1.6),
      shadow('M132 232H508L528 588H112Z'),
      line('M226 250V140Q226 70 320 70T414 140V250', navy, 22),
      shape('M132 226H508L526 580H114Z', paper),
      shape('M132 226H508L526 580H114Z', 'url(#d)', 'opacity=".6"'),
      shape('M168 330H320V272L446 376L320 480V422H168Z', teal),
      lettering('Nothing to', { x: 320, y: 500, cap: 22, weight: 2, colour: navy, anchor: 'middle' }),
      lettering('declare', { x: 320, y: 536, cap: 22, weight: 2, colour: navy, anchor: 'middle' }),
      line('M216 226V262M236 226V262M404 226V262M424 226V262', navy, 3, 'stroke-dasharray="5 4"'),
    ),
  'lighthouse-pin': () =>
    scene(
      26,
      paper,
      '',
      rect(120, 60, 400, 520, pink, 'rx="14"'),
      circle(320, 92, 11, paper),
      at('translate(14 16)', circle(320, 312, 158, 'url(#shade)')),
      circle(320, 306, 164, gold),
      circle(320, 306, 150, navy),
      clipped(
        'pin',
        '<circle cx="320" cy="306" r="150"/>',
        shape('M336 232L150 150V330Z', gold),
        shape('M304 232L490 190V276Z', gold),
        shape('M292 252H348L366 420H274Z', paper),
        shape('M289 284L351 300L354 334L286 316ZM283 346L357 364L361 398L279 380Z', red),
        rect(296, 212, 48, 42, sky),
        shape('M286 214L320 180L354 214Z', red),
        rect(282, 248, 76, 10, red),
        shape(waves(640, 410, 470, 80, 18, 10), teal),
      ),
      lettering('Oc W 8s 31m', { x: 320, y: 510, cap: 22, weight: 1.9, colour: navy, anchor: 'middle' }),
    ),
  'border-weather-sweatshirt': () =>
    scene(
      27,
      navy,
      dots('d', gold, 10, 2.4) + stripes('rib', navy, 10, 3, 90),
      at('translate(20 22)', shape(jumper, teal, 'opacity=".7"')),
      shape(jumper, gold),
      rect(170, 508, 300, 32, red),
      rect(170, 508, 300, 32, 'url(#rib)', 'opacity=".4"'),
      shape('M48 456L120 478L112 506L38 482ZM592 456L520 478L528 506L602 482Z', red),
      line('M236 104C256 140 384 140 404 104', red, 16),
      line('M176 300Q320 210 464 300', navy, 7),
      [0, 1, 2, 3].map((n) => shape(`M${204 + n * 64} ${282 - (n === 1 || n === 2 ? 24 : 0)}a18 18 0 0 1 34 -6z`, red)).join(''),
      line('M176 400Q330 330 464 420', teal, 7),
      [0, 1, 2, 3].map((n) => shape(`M${200 + n * 66} ${386 - (n === 1 || n === 2 ? 14 : 0)}l34 -6l-12 30z`, teal)).join(''),
      line('M320 226V470', navy, 6, 'stroke-dasharray="18 11"'),
      lettering('L', { x: 246, y: 326, cap: 34, weight: 2.4, colour: navy, anchor: 'middle' }),
      lettering('H', { x: 396, y: 326, cap: 34, weight: 2.4, colour: navy, anchor: 'middle' }),
    ),
  'ice-road-socks': () => {
    const sock = 'M0 0H120V262Q120 300 150 326L236 396Q268 424 246 456T180 476L60 400Q0 360 0 290Z';
    const pair = (ink: string, heel: string) =>
      shape(sock, ink) +
      clipped(
        `toe${ink.slice(1)}`,
        `<path d="${sock}"/>`,
        circle(250, 452, 82, heel),
        circle(6, 344, 62, heel),
        rect(0, 0, 120, 54, heel),
      ) +
      line('M60 62V286Q64 318 92 342L180 412', paper, 9, 'stroke-dasharray="26 15"') +
      line('M14 8V46M34 8V46M54 8V46M74 8V46M94 8V46M112 8V46', navy, 3, 'opacity=".4"');
    return scene(
      28,
      gold,
      '',
      at('translate(86 78)', shadow(sock), pair(teal, red)),
      at('translate(300 58)', shadow(sock), pair(navy, pink)),
    );
  },
  'chart-bandana': () => {
    const roll = dice(14);
    const ring = (k: number) =>
      `M${320 - 150 * k} 320C${320 - 170 * k} ${320 - 120 * k} ${320 - 20 * k} ${320 - 190 * k} ${320 + 70 * k} ${320 - 120 * k}S${320 + 190 * k} ${320 + 10 * k} ${320 + 110 * k} ${320 + 90 * k}S${320 - 130 * k} ${320 + 170 * k} ${320 - 150 * k} 320Z`;
    const soundings = Array.from({ length: 24 }, (_, n) => {
      const angle = n * 0.2618;
      const reach = roll(186, 212);
      return lettering(String(Math.floor(roll(3, 60))), {
        x: 320 + Math.cos(angle) * reach,
        y: 314 + Math.sin(angle) * reach,
        cap: 11,
        weight: 1.6,
        colour: navy,
        anchor: 'middle',
      });
    });
    return scene(
      29,
      pink,
      '',
      at(
        'rotate(9 320 320)',
        shadow('M62 62H578V578H62Z'),
        rect(62, 62, 516, 516, teal),
        rect(86, 86, 468, 468, paper),
        `<rect x="98" y="98" width="444" height="444" fill="${sky}" stroke="${red}" stroke-width="5"/>`,
        soundings.join(''),
        [1.1, 0.94, 0.78].map((k) => line(ring(k), teal, 3)).join(''),
        shape(ring(0.62), gold),
        shape(ring(0.42), paper),
        shape(ring(0.24), red),
        line('M140 500V420M100 460H180M118 438L162 482M162 438L118 482', navy, 5),
        shape('M520 120L540 176L520 162L500 176Z', red),
      ),
    );
  },
};
