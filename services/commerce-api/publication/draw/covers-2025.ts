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

/** The covers of 2025, in the order of their issues. */
export const covers2025: (() => Cover)[] = [
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
];
