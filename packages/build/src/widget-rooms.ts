import { roomsSheet } from '@newsstand/contracts/widget-rooms';
import { WIDTHS } from './widths.ts';

/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

/** Where tabs begin to stand beside each other as well. */
const ROOM_WIDTHS = [...WIDTHS, 380];

/** Less than a line of text is left over at most where a widget takes all that it may. */
const NEVER_MORE_THAN = 100;

/**
 * What of the page's widgets is higher than the room that pages reserve for it, in words, at every width of a column;
 * or so much lower that the room leaves a hole. The page's own letters are of another size than the widget's. A copy of
 * the element with nothing in it is as high as its room.
 */
export const outOfRoom = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(roomsSheet())});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // As many themes have it, so that a rem is ten pixels: what a widget takes does not go by it.
    document.documentElement.style.setProperty('font-size', '62.5%', 'important');
    const found = [];
    for (const mount of document.querySelectorAll('[data-widget]')) {
      const room = mount.cloneNode(false);
      mount.after(room);
      for (const width of ${JSON.stringify(ROOM_WIDTHS)}) {
        mount.parentElement.style.cssText = 'max-width: none !important; padding-inline: 0 !important';
        for (const one of [mount, room]) one.style.cssText = 'max-width: none !important; width: ' + width + 'px !important';
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const [needs, has] = [mount.firstElementChild, room].map((one) => Math.ceil(one.getBoundingClientRect().height));
        const say = (what) => found.push(mount.dataset.widget + ' at ' + width + ' px takes ' + needs + ' px, and ' + what + ', ' + has);
        if (needs > has) say('has less');
        if (needs + ${NEVER_MORE_THAN} < has) say('has a hole');
      }
      room.remove();
    }
    return found;
  })()`);
