// node tools/widget-rooms.ts: the sheet that reserves each widget's room, for CMSs (docs/rooms.css), in WordPress's
// plugin and in Ghost's theme, and the rooms in the guide's table.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OTHER_ROOMS, ROOMS, roomsSheet, roomWords } from '@newsstand/contracts/widget-rooms';
import { WIDGETS, type WidgetName } from '@newsstand/contracts/widget';
import { root } from './root.ts';

const GUIDE = path.join(root, 'docs/guide-embed.md');
const NOTE = '/* The room that each widget takes, so that nothing moves when it comes: made by `node tools/widget-rooms.ts`. */\n';

/** What stands in the guide's table of widgets, in the column before the picture. */
const roomCell = (widget: WidgetName): string =>
  [
    roomWords(ROOMS[widget]),
    ...OTHER_ROOMS.filter((one) => one.widget === widget).map(({ option, room }) => `with \`${option}\` ${roomWords(room)}`),
  ].join('; ');

/** The guide with the rooms of now in the rows of its table. */
const withRooms = (guide: string): string =>
  guide
    .split('\n')
    .map((line) => {
      const widget = WIDGETS.find((name) => line.startsWith(`| \`${name}\``) && line.includes('<img'));
      if (widget === undefined) return line;
      const cells = line.split(' | ');
      return [...cells.slice(0, -2), roomCell(widget), cells.at(-1)].join(' | ');
    })
    .join('\n');

/** Each file that has rooms in it, with what it should say. */
export const roomFiles = (): Record<string, string> => ({
  [path.join(root, 'docs/rooms.css')]: NOTE + roomsSheet(),
  [path.join(root, 'integrations/wordpress/newsstand/rooms.css')]: NOTE + roomsSheet(),
  // Two braces in a row would be Handlebars’.
  [path.join(root, 'integrations/ghost/theme/partials/newsstand/rooms.hbs')]: `<style>\n${NOTE}${roomsSheet()}</style>\n`,
  [GUIDE]: withRooms(readFileSync(GUIDE, 'utf8')),
});

if (import.meta.main) for (const [file, text] of Object.entries(roomFiles())) writeFileSync(file, text);
