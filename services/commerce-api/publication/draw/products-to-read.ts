import { lettering } from './lettering.ts';
import { masthead } from './masthead.ts';
import { scene, shadow } from './product-scene.ts';
import {
  at,
  circle,
  clipped,
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

/** Things to read, hang up and listen to. */
export const productsToRead: Record<string, () => string> = {
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
