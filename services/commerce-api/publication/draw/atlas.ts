import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Pdf from 'pdfkit';
import { dice, gold, navy, paper, pink, red, sky, teal } from './riso.ts';

type Doc = InstanceType<typeof Pdf>;
type Point = [number, number];

/** A5, lying, in points. */
const [WIDTH, HEIGHT] = [595, 420];
const MARGIN = 36;
const MAP = { x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN - 40 };
const FIELDS = [gold, sky, pink, red, teal];

const PLACES = [
  'The street with two time zones',
  'The farmhouse with two tax offices',
  'The bench that belongs to nobody',
  'A library whose returns desk is abroad',
  'The orchard that changes hands at noon',
  'The ferry slip that is claimed by both banks',
  'The bedroom wall between two dialing codes',
  'A football pitch with one law for each half',
  'The bakery whose ovens are foreign',
  'The bridge that ends before it arrives',
  'A hedge, maintained by treaty',
  'The tidal island that emigrates daily',
  'The post office that writes to itself',
  'The allotment of the disputed marrow',
  'A car park with an embassy in bay nine',
  'The staircase where the currency changes',
  'The well that two villages deny digging',
  'A cemetery with a customs hour',
  'The lane that is a river every March',
  'The phone box that is still a republic',
  'The school whose bell is a foreign noise',
  'A vineyard in three measures of land',
  'The lighthouse that lights the wrong country',
  'The tram stop on the line itself',
  'A pond with a minister for each shore',
  'The mill whose wheel turns abroad',
  'The square where the parade must turn back',
  'A garden wall with a right of passage for snails',
  'The hotel room that is taxed by the pillow',
  'The pass that closes for lunch',
  'A field that was lent in 1814',
  'The inn with a frontier through its soup',
  'The quay that moves with the ice',
  'The chapel whose echo is elsewhere',
  'A row of poplars, counted each spring by both',
  'The barn that smuggled itself',
  'The platform between the platforms',
  'An attic over one country and a cellar under another',
  'The stile at the end of the empire',
  'The doorstep from which this atlas was begun',
];

/** A border from edge to edge, as neighbours agree on one: straight where nobody lives, and around everything that anybody owns. */
function border(roll: ReturnType<typeof dice>, [from, to]: [Point, Point], turns = 0.15): Point[] {
  const steps = 9;
  const across = { x: -(to[1] - from[1]), y: to[0] - from[0] };
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const along = step / steps;
    const away = step === 0 || step === steps ? 0 : roll(-turns, turns);
    return [from[0] + (to[0] - from[0]) * along + across.x * away, from[1] + (to[1] - from[1]) * along + across.y * away];
  });
}

const path = (doc: Doc, points: readonly Point[]): Doc =>
  points.reduce((drawn, [x, y], index) => (index === 0 ? drawn.moveTo(x, y) : drawn.lineTo(x, y)), doc);

function drawMap(doc: Doc, number: number): void {
  const roll = dice(number + 7);
  const { x, y, width, height } = MAP;
  const colour = (): string => FIELDS[Math.floor(roll(0, FIELDS.length))] ?? paper;
  doc.save().rect(x, y, width, height).clip();
  doc.rect(x, y, width, height).fill(FIELDS[number % FIELDS.length] ?? paper);
  const line = border(roll, [
    [x + width * roll(0.25, 0.75), y],
    [x + width * roll(0.25, 0.75), y + height],
  ]);
  path(doc, [...line, [x + width, y + height], [x + width, y]]).fill(FIELDS[(number + 2) % FIELDS.length] ?? paper);
  // A road or a river, which was there before them.
  const ends: [Point, Point] = [
    [x, y + roll(0, height)],
    [x + width, y + roll(0, height)],
  ];
  path(doc, border(roll, ends, 0.05))
    .lineWidth(9)
    .stroke(paper)
    .lineWidth(2);
  for (let houses = 0; houses < 7 + (number % 6); houses += 1) {
    const side = roll(10, 36);
    doc.rect(x + roll(0, width - side), y + roll(0, height - side), side, side * roll(0.7, 1.2)).fillAndStroke(colour(), navy);
  }
  path(doc, line).lineWidth(3).dash(14, { space: 7 }).stroke(navy).undash();
  // What the map is about stands on the line.
  const [placeX, placeY] = line[3 + (number % 4)] ?? [x, y];
  doc.circle(placeX, placeY, 15).fill(paper).circle(placeX, placeY, 8).fill(red);
  doc.restore().rect(x, y, width, height).lineWidth(3).stroke(navy);
}

/** The digital product of the sample publication: one map on a page. */
export async function drawAtlas(file: string): Promise<void> {
  const doc = new Pdf({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: { Title: 'Atlas of Small Differences', Author: 'Exclave', CreationDate: new Date('2026-03-02T00:00:00Z') },
  });
  const background = (): Doc => doc.rect(0, 0, WIDTH, HEIGHT).fill(paper);
  background();
  doc.fillColor(navy).font('Times-Roman').fontSize(46).text('Atlas of\nSmall Differences', MARGIN, 120);
  doc.fontSize(15).text('Forty maps of borders you could step over', MARGIN, 250);
  doc.fontSize(11).text('Exclave', MARGIN, HEIGHT - 60);
  for (const [number, place] of PLACES.entries()) {
    doc.addPage();
    background();
    drawMap(doc, number);
    doc
      .fillColor(navy)
      .font('Times-Roman')
      .fontSize(18)
      .text(place, MARGIN, HEIGHT - 62, { lineBreak: false });
    doc.fontSize(12).text(String(number + 1), WIDTH - MARGIN - 40, HEIGHT - 58, { width: 40, align: 'right', lineBreak: false });
  }
  doc.end();
  await mkdir(join(file, '..'), { recursive: true });
  await pipeline(doc, createWriteStream(file));
}
