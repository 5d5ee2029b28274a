import { lettering, textWidth } from './lettering.ts';
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

type Cover = { background: string; mast: string; exclave: string; title: string; defs?: string; art: string };

const W = 600;
const H = 780;

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

const covers: (() => Cover)[] = [
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
  // 9 Flyways
  () => {
    const bird = (x: number, y: number, s: number) =>
      shape(
        `M${x} ${y}q${-18 * s} ${-22 * s} ${-44 * s} ${-16 * s}q${22 * s} ${4 * s} ${38 * s} ${26 * s}q${3 * s} ${12 * s} ${6 * s} ${12 * s}t${6 * s} ${-12 * s}q${16 * s} ${-22 * s} ${38 * s} ${-26 * s}q${-26 * s} ${-6 * s} ${-44 * s} ${16 * s}z`,
        navy,
      );
    const wedge = [0, 1, 2, 3, 4, 5].map(
      (n) => bird(330 - n * 52, 236 + n * 46, 1.25 - n * 0.08) + (n < 4 ? bird(392 + n * 50, 272 + n * 30, 1.12 - n * 0.1) : ''),
    );
    return {
      background: paper,
      mast: navy,
      exclave: red,
      title: paper,
      defs: stripes('s', paper, 22, 4, 0) + dots('d', gold, 10, 3.2),
      art:
        circle(330, 400, 236, red) +
        clipped('sun', '<circle cx="330" cy="400" r="236"/>', rect(60, 420, 560, 240, 'url(#d)'), rect(60, 470, 560, 200, 'url(#s)')) +
        overprint(shape(waves(W, 560, H, 420, 30), teal), shape(waves(W, 600, H, 300, 22, 90), navy)) +
        Array.from({ length: 22 }, (_, n) =>
          line(`M${20 + n * 27} ${588 + (n % 3) * 8}q${(n % 2) * 10 - 5} -30 ${(n % 5) * 4 - 6} ${-44 - (n % 4) * 9}`, teal, 4),
        ).join('') +
        wedge.join(''),
    };
  },
  // 10 Company Towns
  () => {
    const row = (y: number, x: number, wall: string, roof: string) =>
      Array.from({ length: 9 }, (_, n) => {
        const left = x + n * 84;
        return (
          rect(left, y, 84, 76, wall) +
          shape(`M${left} ${y}l42 -40l42 40z`, roof) +
          rect(left + 14, y + 18, 20, 24, gold) +
          rect(left + 50, y + 18, 18, 58, paper) +
          rect(left + 60, y - 42, 12, 30, wall)
        );
      }).join('');
    return {
      background: red,
      mast: paper,
      exclave: gold,
      title: paper,
      defs: dots('d', navy, 9, 2.4) + dots('e', paper, 10, 3.3),
      art:
        circle(210, 210, 64, pink) +
        circle(272, 176, 48, paper) +
        circle(150, 236, 44, 'url(#e)') +
        circle(430, 196, 58, pink) +
        circle(486, 168, 40, paper) +
        circle(384, 220, 34, 'url(#e)') +
        shape('M156 440L165 236H207L216 440ZM374 440L383 256H425L434 440Z', navy) +
        rect(160, 258, 52, 18, paper) +
        rect(379, 278, 50, 18, paper) +
        shape('M0 362l100 -60v60l100 -60v60l100 -60v60l100 -60v60l100 -60v60l100 -60v140H0z', navy) +
        row(398, -30, teal, navy) +
        row(470, -72, pink, navy) +
        rect(0, 544, W, 236, navy),
    };
  },
  // 11 The River Moves
  () => {
    const roll = dice(5);
    const inks = [gold, pink, teal, 'url(#s)', 'url(#t)', gold, sky];
    const fields: string[] = [];
    for (let row = 0; row < 9; row += 1) {
      let x = -120;
      while (x < 720) {
        const width = roll(60, 150);
        fields.push(rect(x, -60 + row * 100, width - 4, 96, inks[Math.floor(roll(0, inks.length))] ?? gold));
        x += width;
      }
    }
    const river = 'M470 -20C560 120 60 170 120 300S560 330 520 470S120 500 150 600S420 640 380 800';
    const older = 'M430 -20C360 120 200 150 250 270S420 380 380 480S250 520 300 620S300 700 330 800';
    return {
      background: paper,
      mast: paper,
      exclave: red,
      title: paper,
      defs: stripes('s', red, 11, 4, 70) + stripes('t', teal, 12, 5, 0),
      art:
        at('rotate(14 300 390)', fields.join('')) +
        overprint(line(older, sky, 54), line('M430 -20C300 140 420 200 330 290S200 360 280 470S330 560 270 640', pink, 34)) +
        line(river, navy, 66) +
        line(river, sky, 6, 'stroke-dasharray="60 26"') +
        line('M250 -20C300 200 330 400 290 800', red, 6, 'stroke-dasharray="26 16"') +
        shape('M0 0H600V152Q300 190 0 152Z', navy) +
        shape('M0 780V556Q240 520 600 560V780Z', navy),
    };
  },
  // 12 Islands, Again
  () => {
    const blob = (cx: number, cy: number, r: number, seed: number, fill: string) => {
      const roll = dice(seed);
      const points = Array.from({ length: 9 }, (_, n) => {
        const reach = r * roll(0.72, 1.18);
        return [cx + Math.cos((n / 9) * Math.PI * 2) * reach, cy + Math.sin((n / 9) * Math.PI * 2) * reach * 0.86] as const;
      });
      const middle = (n: number) => {
        const [ax, ay] = points[n % 9] ?? [0, 0];
        const [bx, by] = points[(n + 1) % 9] ?? [0, 0];
        return `${Math.round((ax + bx) / 2)} ${Math.round((ay + by) / 2)}`;
      };
      return shape(`M${middle(8)}${points.map(([x, y], n) => `Q${Math.round(x)} ${Math.round(y)} ${middle(n)}`).join('')}Z`, fill);
    };
    const island = (cx: number, cy: number, r: number, seed: number, inks: string[]) =>
      inks.map((ink, n) => blob(cx, cy, r * (1 - n * 0.22), seed, ink)).join('');
    return {
      background: teal,
      mast: paper,
      exclave: gold,
      title: paper,
      defs: stripes('s', sky, 26, 2.5, 0) + dots('d', red, 8, 2.4),
      art:
        rect(0, 0, W, H, 'url(#s)', 'opacity=".5"') +
        island(210, 330, 160, 4, [sky, paper, gold, red, navy]) +
        island(458, 250, 92, 8, [sky, paper, pink, 'url(#d)']) +
        island(470, 456, 108, 11, [sky, paper, gold, red]) +
        island(92, 492, 50, 15, [sky, paper, pink]) +
        island(300, 500, 38, 23, [sky, paper, red]) +
        line(
          'M320 300Q370 310 400 270M310 380Q360 380 390 410M262 440Q280 460 290 480M130 440Q112 452 104 466',
          paper,
          5,
          'stroke-dasharray="2 12" stroke-linecap="round"',
        ) +
        shape('M0 780V548H600V780Z', teal),
    };
  },
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
