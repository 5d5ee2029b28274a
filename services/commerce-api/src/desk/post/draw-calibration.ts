import type { CalibrationDrawn, DrawCalibration } from '@newsstand/contracts/desk-post';
import { labelSheets } from '@newsstand/contracts/label-sheets';
import { type Doc, labelAt, MM, openSheets, put } from './draw-labels.ts';

/** What a ruler shows on each side of an edge, in millimetres: further off is a printer that is to be mended. */
const REACH = 5;

/**
 * The outlines of a sheet's labels, moved as its printer is said to be off, with rulers at the edges of the first
 * label: laid over a sheet and held against the light they say what is to be typed.
 */
export async function drawCalibration({ sheet, dx, dy }: DrawCalibration): Promise<CalibrationDrawn> {
  const of = labelSheets[sheet];
  // It is about no day: drawn again it has the same bytes.
  const { doc, done } = openSheets(`Calibration of ${sheet}`, new Date(0));
  doc.addPage({ size: [of.paper.width * MM, of.paper.height * MM], margin: 0 });
  for (let index = 0; index < of.columns * of.rows; index++) {
    const { x, y } = labelAt(of, index);
    doc.rect((x + dx) * MM, (y + dy) * MM, of.label.width * MM, of.label.height * MM);
  }
  doc.lineWidth(0.25).strokeColor('#000').stroke();
  const first = { x: of.left + dx, y: of.top + dy };
  ruler(doc, first.x, first.y + of.label.height / 2, 'across');
  ruler(doc, first.x + of.label.width / 2, first.y, 'down');
  const last = labelAt(of, of.columns * of.rows - 1);
  const lines = [
    `${sheet}, moved by ${dx} mm to the right and ${dy} mm down`,
    'Print at 100 %, lay it over a sheet of labels,',
    'hold both against the light, and read at the rulers',
    'where the edges of the first label are.',
  ];
  for (const [index, line] of lines.entries()) {
    put(doc, line, { x: (last.x + dx + 3) * MM, y: (last.y + dy + 3 + index * 4) * MM, size: 7, bold: index === 0 });
  }
  doc.end();
  return { name: `calibration-${sheet}.pdf`, data: (await done).toString('base64') };
}

/**
 * Millimetres on both sides of an edge, each fifth one longer and with its number: what stands where the edge is seen
 * is added to what was typed.
 */
function ruler(doc: Doc, x: number, y: number, along: 'across' | 'down'): void {
  for (let at = -REACH; at <= REACH; at++) {
    const [long, number] = [at % REACH === 0 ? 3 : 1.5, at % REACH === 0 && at !== 0];
    const [left, top] = along === 'across' ? [x + at, y - long] : [x - long, y + at];
    const [right, bottom] = along === 'across' ? [x + at, y + long] : [x + long, y + at];
    doc.moveTo(left * MM, top * MM).lineTo(right * MM, bottom * MM);
    if (number) put(doc, String(at), { x: right * MM + 1, y: bottom * MM - (along === 'across' ? 0 : 3), size: 5, bold: false });
  }
  doc.lineWidth(0.15).strokeColor('#000').stroke();
}
