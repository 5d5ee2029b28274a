import { lettering } from './lettering.ts';
import { masthead } from './masthead.ts';
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
  svg,
  teal,
  waves,
} from './riso.ts';

const S = 640;

const scene = (seed: number, background: string, defs: string, ...art: string[]): string =>
  svg({ width: S, height: S, background, seed, defs: dots('shade', navy, 8, 2.2) + defs, art: art.join('') });

/** The shadow that a thing throws: a screen of dots, a little to the lower right. */
const shadow = (d: string): string => at('translate(22 24)', shape(d, 'url(#shade)', 'opacity=".55"'));

const shirt = 'M232 110C250 150 390 150 408 110L500 146L590 290L508 338L476 292V556H164V292L132 338L50 290L140 146Z';
const jumper =
  'M236 104C256 140 384 140 404 104L492 138C540 230 570 330 592 456L520 478L470 320V540H170V320L120 478L48 456C70 330 100 230 148 138Z';

/** Every product of the store, by its slug. */
export const products: Record<string, () => string> = {
  'tide-table-print': () => {
    const tide = (y: number, length: number, height: number, offset: number) => waves(360, y, 700, length, height, offset);
    return scene(
      21,
      gold,
      '',
      shadow('M140 60H500V580H140Z'),
      rect(140, 60, 360, 520, paper),
      clipped(
        'page',
        '<rect x="164" y="84" width="312" height="400"/>',
        rect(140, 60, 360, 520, sky),
        circle(390, 170, 54, red),
        at(
          'translate(140 0)',
          overprint(
            shape(tide(230, 90, 34, 0), pink),
            shape(tide(290, 130, 46, 20), teal),
            shape(tide(370, 74, 30, 44), red),
            shape(tide(430, 110, 38, 10), navy),
          ),
        ),
      ),
      lettering('High water', { x: 164, y: 506, cap: 24, weight: 2, colour: navy }),
      lettering('Port Merrow 2027', { x: 164, y: 544, cap: 11, weight: 1.6, colour: navy }),
    );
  },
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
  'resident-passport': () =>
    scene(
      23,
      teal,
      stripes('s', sky, 18, 3),
      at(
        'rotate(-8 320 320)',
        shadow('M182 84H458Q474 84 474 100V540Q474 556 458 556H182Z'),
        shape('M190 92H464V548H190Z', paper),
        shape('M182 84H448Q464 84 464 100V540Q464 556 448 556H182Q166 556 166 540V100Q166 84 182 84Z', red),
        rect(166, 84, 24, 472, navy, 'opacity=".25"'),
        masthead(214, 128, 210, gold, paper),
        at('translate(242 228)scale(1.5)', shape('M8 0H96V24H36V72H96V96H8Z', gold), shape('M52 34H80V62H52Z', paper)),
        line('M236 404H404M236 418H404', gold, 3),
        lettering('Resident', { x: 320, y: 444, cap: 26, weight: 1.9, colour: gold, anchor: 'middle' }),
        lettering('Valid nowhere', { x: 320, y: 494, cap: 12, weight: 1.6, colour: gold, anchor: 'middle' }),
      ),
    ),
  'harbour-mug': () =>
    scene(
      24,
      sky,
      '',
      rect(0, 470, S, 170, navy),
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
      [0, 1, 2, 3].map((n) => shape(`M${204 + n * 64} ${282 - (n === 1 || n === 2 ? 24 : 0)}a18 18 0 0 1 34 -${6}z`, red)).join(''),
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
  'ferry-calendar-2027': () =>
    scene(
      30,
      teal,
      '',
      shadow('M130 70H510V586H130Z'),
      rect(130, 70, 380, 516, paper),
      rect(130, 70, 380, 260, sky),
      circle(420, 150, 42, red),
      rect(130, 270, 380, 60, teal),
      shape('M180 226H460L436 284H206Z', navy),
      rect(200, 192, 220, 36, paper),
      [0, 1, 2, 3, 4, 5].map((n) => rect(214 + n * 33, 202, 18, 14, navy)).join(''),
      rect(250, 164, 90, 30, gold),
      shape('M282 164L288 128H316L322 164Z', red),
      line('M130 292q16 -9 32 0t32 0t32 0t32 0t32 0t32 0t32 0t32 0t32 0t32 0t32 0t32 0', sky, 5),
      lettering('March', { x: 156, y: 352, cap: 26, weight: 2.1, colour: navy }),
      lettering('2027', { x: 484, y: 352, cap: 26, weight: 2.1, colour: red, anchor: 'end' }),
      Array.from({ length: 31 }, (_, n) => {
        const x = 156 + (n % 7) * 48;
        const y = 398 + Math.floor(n / 7) * 36;
        const ink = n % 7 === 6 ? pink : '#e8d9bd';
        return rect(x, y, 40, 28, ink) + (n === 6 || n === 21 ? circle(x + 20, y + 14, 9, n === 6 ? navy : gold) : '');
      }).join(''),
      Array.from({ length: 13 }, (_, n) => line(`M${148 + n * 28.6} 56V84`, navy, 5)).join(''),
    ),
  'field-guide-to-edges': () =>
    scene(
      31,
      sky,
      dots('d', teal, 10, 2.6),
      shadow('M140 70H520V578H140Z'),
      shape('M152 92H520V586H152Z', paper),
      line('M512 100V580M504 100V580', '#d9c9aa', 2),
      rect(140, 70, 364, 500, navy),
      rect(140, 70, 30, 500, red),
      clipped(
        'board',
        '<rect x="170" y="70" width="334" height="500"/>',
        shape('M170 300C240 260 230 360 300 340S330 420 400 400S460 500 520 470V600H170Z', gold),
        shape('M170 360C230 330 230 420 290 410S320 480 380 470S440 560 520 540V600H170Z', red),
        shape('M170 430C210 410 220 480 270 480S300 540 350 540L380 600H170Z', 'url(#d)'),
        line(
          'M170 282C240 242 234 342 304 322S334 402 404 382S464 482 524 452M170 264C240 224 238 324 308 304S338 384 408 364S468 464 528 434',
          sky,
          3,
        ),
      ),
      lettering('A field guide', { x: 196, y: 106, cap: 26, weight: 2, colour: paper }),
      lettering('to edges', { x: 196, y: 146, cap: 26, weight: 2, colour: paper }),
      lettering('Exclave', { x: 196, y: 192, cap: 13, weight: 1.7, colour: gold }),
      shape('M440 570V626L452 612L464 626V570Z', red),
    ),
  'year-one-slipcase': () =>
    scene(
      32,
      gold,
      dots('d', teal, 9, 1.7),
      at('translate(16 22)', shape('M120 110H520V560H120Z', 'url(#shade)', 'opacity=".55"')),
      [pink, teal, sky, navy]
        .map((ink, n) => {
          const x = 300 + n * 52;
          const lift = [0, 26, 0, 8][n] ?? 0;
          const text = n % 2 === 1 ? paper : navy;
          return (
            rect(x, 120 - lift, 48, 440, ink) +
            rect(x, 120 - lift, 48, 440, 'none', `stroke="${navy}" stroke-width="3"`) +
            lettering(String(n + 1), { x: x + 24, y: 146 - lift, cap: 24, weight: 2.3, colour: text, anchor: 'middle' }) +
            at(`translate(${x + 37} ${206 - lift})rotate(90)`, lettering('Exclave', { x: 0, y: 0, cap: 26, weight: 2.6, colour: text }))
          );
        })
        .join(''),
      shape('M112 104H306V566H112Z', red),
      shape('M306 104H512V118H306ZM306 552H512V566H306Z', navy),
      shape('M306 280a56 56 0 0 0 0 112z', gold),
      lettering('Year', { x: 140, y: 146, cap: 42, weight: 2.4, colour: paper }),
      lettering('One', { x: 140, y: 206, cap: 42, weight: 2.4, colour: paper }),
      rect(140, 470, 52, 52, navy),
      rect(206, 484, 24, 24, gold),
    ),
  'nine-harbours': () => {
    const rings = Array.from(
      { length: 9 },
      (_, n) =>
        `<circle cx="320" cy="372" r="${22 + n * 26}" fill="none" stroke="${[red, paper, gold][n % 3] ?? red}" stroke-width="${13 - n}"/>`,
    ).join('');
    return scene(
      33,
      pink,
      stripes('s', sky, 22, 3),
      shadow('M70 70H570V570H70Z'),
      clipped(
        'sleeve',
        '<rect x="70" y="70" width="500" height="500"/>',
        rect(70, 70, 500, 500, navy),
        rect(70, 372, 500, 200, teal),
        rings,
        rect(70, 372, 500, 200, teal, 'opacity=".45"'),
        rect(70, 384, 500, 190, 'url(#s)', 'opacity=".5"'),
        shape('M250 372l18 -40h90l26 40z', red),
        line('M306 332V262L360 322', paper, 6),
      ),
      lettering('Nine harbours', { x: 96, y: 98, cap: 34, weight: 2.2, colour: paper }),
      lettering('72 minutes, 04:00 to 06:00', { x: 96, y: 534, cap: 13, weight: 1.7, colour: paper }),
    );
  },
  'atlas-of-small-differences': () =>
    scene(
      34,
      paper,
      stripes('s', red, 12, 4, 45) + dots('d', teal, 11, 3.2),
      clipped(
        'map',
        '<rect x="60" y="60" width="520" height="520"/>',
        rect(60, 60, 520, 520, sky),
        shape('M60 60H300L270 150L330 210L250 300L60 260Z', gold),
        shape('M300 60H580V240L470 220L430 290L330 210L270 150Z', pink),
        shape('M60 260L250 300L290 400L180 470L210 580H60Z', teal),
        shape('M580 240V580H400L380 470L460 400L430 290L470 220Z', red),
        shape('M250 300L330 210L430 290L460 400L380 470L290 400Z', paper),
        shape('M250 300L330 210L430 290L460 400L380 470L290 400Z', 'url(#s)', 'opacity=".5"'),
        shape('M110 120h56v50h-56zM486 470h52v46h-52z', teal),
        shape('M110 380h52v44h-52zM400 110h62v52h-62z', gold),
        circle(350, 340, 34, navy),
        circle(350, 340, 14, gold),
        shape('M120 340h40v36h-40z', 'url(#d)'),
        line(
          'M300 60L270 150L330 210L250 300L60 260M330 210L430 290L470 220L580 240M250 300L290 400L180 470L210 580M430 290L460 400L380 470L400 580M290 400L380 470',
          navy,
          6,
          'stroke-dasharray="20 9 4 9"',
        ),
      ),
      `<rect x="60" y="60" width="520" height="520" fill="none" stroke="${navy}" stroke-width="10"/>`,
      rect(84, 512, 316, 44, navy),
      lettering('Small differences', { x: 100, y: 525, cap: 18, weight: 1.8, colour: paper }),
    ),
};
