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

const W = 1200;
const H = 675;

const scene = (seed: number, background: string, defs: string, ...art: string[]): string =>
  svg({ width: W, height: H, background, seed, defs, art: art.join('') });

/** The picture above each article, by its slug. */
export const heroes: Record<string, () => string> = {
  'the-buffer-stop-at-the-edge-of-the-sea': () => {
    const sleepers = Array.from({ length: 11 }, (_, n) => {
      const y = 402 + n * n * 2.6;
      const half = 66 + (y - 402) * 1.05;
      return rect(760 - half - (y - 402) * 0.6, y, half * 2, 5 + n * 1.6, navy);
    }).join('');
    return scene(
      41,
      pink,
      dots('d', gold, 12, 3.2) + stripes('s', paper, 26, 4),
      circle(760, 330, 208, red),
      rect(0, 330, W, 80, teal),
      clipped(
        'sea',
        '<rect y="330" width="1200" height="80"/>',
        circle(760, 330, 208, navy, 'opacity=".5"'),
        line('M40 352h160M260 376h220M540 350h120M880 366h180M1040 390h150M120 396h140', sky, 4),
      ),
      rect(0, 404, W, 271, gold),
      rect(0, 404, W, 271, 'url(#d)'),
      sleepers,
      shape('M716 404H728L470 690H400ZM804 404H792L950 690H1050Z', paper),
      rect(660, 334, 200, 40, navy),
      [0, 1, 2, 3, 4].map((n) => shape(`M${664 + n * 40} 374l20 -40h20l-20 40z`, paper)).join(''),
      rect(690, 374, 24, 40, navy),
      rect(806, 374, 24, 40, navy),
      circle(760, 316, 15, gold),
      rect(150, 236, 250, 176, paper),
      shape('M120 240L275 168L430 240Z', navy),
      rect(186, 280, 46, 60, teal),
      rect(250, 280, 50, 132, navy),
      rect(318, 280, 46, 60, teal),
      rect(120, 404, 330, 24, navy),
      line('M486 410V214M486 220H540', navy, 8),
      circle(546, 246, 30, paper),
      line('M546 246V228M546 246L558 252', navy, 5),
      line('M900 196q14 -16 28 0q14 -16 28 0M980 150q12 -14 24 0q12 -14 24 0M1040 226q10 -12 20 0q10 -12 20 0', navy, 6),
    );
  },
  'the-postman-who-reads-the-moon': () =>
    scene(
      42,
      navy,
      dots('d', paper, 46, 1.8, 20) + dots('m', gold, 11, 3),
      rect(0, 0, W, 380, 'url(#d)'),
      circle(300, 220, 150, paper),
      clipped('moon', '<circle cx="300" cy="220" r="150"/>', circle(366, 190, 150, 'url(#m)')),
      shape('M760 392L880 300L960 330L1060 254L1200 320V400H760Z', teal),
      rect(1010, 238, 60, 60, red),
      shape('M1000 242L1040 208L1080 242Z', paper),
      rect(1032, 258, 18, 22, gold),
      shape(waves(W, 396, H, 420, 22), sky),
      shape(waves(W, 452, H, 360, 20, 80), teal),
      shape('M980 372C900 420 620 400 560 470S260 560 200 690H420C440 580 640 540 680 490S920 440 1010 384Z', paper),
      line('M990 378C920 428 660 430 610 482S340 580 300 690', '#d9c59c', 6, 'stroke-dasharray="20 14"'),
      overprint(shape(waves(W, 560, H, 520, 26, 200), pink)),
      at(
        'translate(588 330)',
        circle(-44, 132, 38, 'none', `stroke="${navy}" stroke-width="9"`),
        circle(66, 132, 38, 'none', `stroke="${navy}" stroke-width="9"`),
        line('M-44 132L-8 76L44 80L66 132M-8 76L20 134L44 80M-16 66H8M44 80L38 56H56', navy, 8),
        shape('M-18 66L-6 -4L32 -2L46 40L64 50L58 62L30 52L20 30L16 70Z', red),
        circle(16, -24, 20, gold),
        shape('M-6 -32H44L36 -48H4Z', red),
        rect(-74, 44, 62, 42, gold),
        line('M-74 44L-43 68L-12 44', navy, 4),
      ),
    ),
  'whose-rain-is-it': () => {
    const roll = dice(71);
    const rain = (from: number, to: number) =>
      Array.from({ length: 62 }, () => {
        const length = roll(30, 84);
        return `M${Math.round(roll(from, to))} ${Math.round(roll(220, 480))}l${Math.round(-length * 0.34)} ${Math.round(length)}`;
      }).join('');
    return scene(
      43,
      sky,
      dots('d', navy, 10, 3) + stripes('s', navy, 15, 4, 12),
      rect(640, 0, 560, H, gold),
      overprint(line(rain(60, 640), teal, 7), line(rain(660, 1180), red, 7)),
      shape('M0 560L180 500L360 540L640 480V675H0Z', teal),
      shape('M640 480L820 540L980 490L1200 550V675H640Z', red),
      shape('M0 560L180 500L360 540L640 480V675H0Z', 'url(#s)', 'opacity=".4"'),
      line('M640 0V675', navy, 10, 'stroke-dasharray="44 24"'),
      overprint(
        circle(420, 170, 130, teal),
        circle(820, 180, 120, red),
        circle(620, 130, 160, pink),
        rect(310, 170, 620, 120, teal, 'rx="60"'),
      ),
      shape(
        'M352 290a60 60 0 0 1 -2 -118a130 130 0 0 1 130 -118a160 160 0 0 1 270 20a120 120 0 0 1 186 122a60 60 0 0 1 -34 94z',
        'url(#d)',
      ),
      at('translate(300 452)', rect(0, 0, 86, 60, paper), shape('M-10 4L43 -36L96 4Z', navy), rect(34, 24, 20, 36, navy)),
      at('translate(880 466)', rect(0, 0, 86, 60, paper), shape('M-10 4L43 -36L96 4Z', navy), rect(34, 24, 20, 36, navy)),
      line('M470 520V430L492 442L470 454M806 520V430L784 442L806 454', navy, 7),
    );
  },
  'my-address-is-a-depth': () => {
    const church =
      rect(552, 210, 110, 190, paper) +
      rect(607, 210, 55, 190, pink) +
      shape('M538 214L607 62L676 214Z', navy) +
      rect(592, 250, 30, 56, navy, 'rx="15"') +
      line('M607 66V30M590 46H624', navy, 7);
    return scene(
      44,
      gold,
      dots('d', red, 11, 3) + dots('e', navy, 9, 2),
      circle(300, 210, 96, paper),
      shape('M0 360L140 240L300 330L460 220L640 340L820 230L1000 330L1200 220V410H0Z', red),
      shape('M0 360L140 240L300 330L460 220L640 340L820 230L1000 330L1200 220V410H0Z', 'url(#d)'),
      church,
      rect(0, 392, W, 283, teal),
      `<g opacity=".5">${at('translate(0 784)scale(1 -1)', church, circle(300, 210, 96, gold))}</g>`,
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => shape(waves(W, 414 + n * 32, 423 + n * 32, 190 + n * 18, 12, n * 61), teal)).join(''),
      overprint(
        shape('M760 675V590l50 -40l50 40v85zM880 675V610l44 -34l44 34v65zM160 675V600l50 -40l50 40v75zM300 675v-48l40 -30l40 30v48z', sky),
      ),
      at(
        'translate(900 398)',
        shape('M-90 -6H90L60 32H-62Z', navy),
        shape('M0 -20a16 16 0 1 1 1 0ZM-22 -8q22 -26 44 0z', red),
        line('M20 -16L110 40', paper, 6),
      ),
      rect(0, 652, W, 23, navy),
    );
  },
  'counting-the-uncountable': () => {
    const roll = dice(12);
    const bird = (x: number, y: number, s: number) =>
      `M${Math.round(x)} ${Math.round(y)}q${Math.round(-9 * s)} ${Math.round(-12 * s)} ${Math.round(-24 * s)} ${Math.round(-8 * s)}q${Math.round(16 * s)} 0 ${Math.round(24 * s)} ${Math.round(16 * s)}q${Math.round(8 * s)} ${Math.round(-16 * s)} ${Math.round(24 * s)} ${Math.round(-16 * s)}q${Math.round(-15 * s)} ${Math.round(-4 * s)} ${Math.round(-24 * s)} ${Math.round(8 * s)}z`;
    const flock = Array.from({ length: 66 }, (_, n) => {
      const along = (n + roll(0, 0.8)) / 66;
      return bird(60 + along * 1080, 330 - Math.sin(along * 3.1) * 190 + roll(-70, 70), 0.7 + roll(0, 1) * 0.9);
    }).join('');
    return scene(
      45,
      paper,
      dots('d', gold, 13, 4) + stripes('s', paper, 26, 5),
      circle(820, 380, 260, red),
      clipped('sun', '<circle cx="820" cy="380" r="260"/>', rect(540, 400, 560, 260, 'url(#d)'), rect(540, 450, 560, 200, 'url(#s)')),
      overprint(shape(waves(W, 490, H, 620, 30), sky), shape(waves(W, 540, H, 460, 24, 120), teal)),
      shape(flock, navy),
      shape(waves(W, 600, H, 380, 20, 40), navy),
      Array.from({ length: 30 }, (_, n) =>
        line(`M${10 + n * 41} 640q${(n % 2) * 14 - 7} -46 ${(n % 5) * 6 - 10} ${-70 - (n % 4) * 16}`, navy, 5),
      ).join(''),
      at(
        'translate(196 500)',
        circle(0, -42, 20, pink),
        shape('M-26 60L-22 -20H22L30 60Z', red),
        line('M14 -14L52 -40L46 -46', red, 12),
        rect(40, -60, 44, 18, navy),
        shape('M-22 -46H22L14 -64H-12Z', navy),
      ),
    );
  },
  'contraband-cheese': () => {
    const wheel = (x: number, y: number, r: number, rind: string, body: string) =>
      shape(`M${x - r} ${y}v${r * 0.42}a${r} ${r * 0.4} 0 0 0 ${r * 2} 0v-${r * 0.42}z`, rind) +
      `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.4}" fill="${body}"/>`;
    return scene(
      46,
      teal,
      dots('d', gold, 14, 2.4) + stripes('s', navy, 22, 8, 45),
      rect(0, 0, W, 420, 'url(#d)', 'opacity=".5"'),
      shape('M0 430L260 250L420 340L640 180L860 350L1010 270L1200 400V460H0Z', navy),
      shape('M640 180L720 242L676 262L640 236L600 258L568 234Z', paper),
      rect(0, 440, W, 235, gold),
      rect(0, 470, W, 205, red),
      rect(0, 470, W, 14, navy),
      wheel(330, 470, 190, '#c98d22', gold),
      shape('M330 470L508 442A190 76 0 0 1 470 522Z', paper),
      shape('M330 470L470 522V590L330 552Z', pink),
      wheel(330, 380, 130, red, pink),
      [0, 1, 2, 3, 4].map((n) => circle(250 + n * 40, 372 + (n % 2) * 18, 9, red)).join(''),
      wheel(640, 520, 110, navy, sky),
      at(
        'translate(900 330)',
        shape('M-150 20H170V270H-150Z', paper),
        rect(-150, 20, 320, 34, 'url(#s)'),
        rect(-150, 20, 320, 34, 'none', `stroke="${navy}" stroke-width="6"`),
        `<rect x="-150" y="20" width="320" height="250" fill="none" stroke="${navy}" stroke-width="8"/>`,
        line('M-60 20V-10Q-60 -40 10 -40T80 -10V20', navy, 14),
        overprint(
          at(
            'rotate(-10 10 160)',
            `<rect x="-110" y="110" width="240" height="96" rx="12" fill="none" stroke="${red}" stroke-width="9"/>`,
            line('M-84 142H100M-84 174H60', red, 12),
          ),
        ),
        overprint(circle(96, 210, 52, 'none', `stroke="${teal}" stroke-width="8"`)),
      ),
    );
  },
};
