import { OPTIONS, optionsOf } from '@newsstand/contracts/widget-options';
import { WIDGETS } from '@newsstand/contracts/widget';
import { distance } from './distance.ts';
import { missingOption } from './missing-option.ts';

const ALL = ['when', 'heading-level'];

/** What an option may say, in words, and what comes of anything else. */
const WORDS: Readonly<Record<string, readonly [says: string, otherwise: string]>> = {
  when: ['load, visible, idle or intent', 'the widget comes at once, as with load'],
  'heading-level': ['a number from 1 to 6', 'the headings stay as they are'],
  item: ['basic-product, sized-product, digital-product, print-issue or digital-issue', 'nothing is sold here'],
  ref: ['prd:, sze: or iss: and a slug, such as prd:harbour-mug', 'nothing is sold here'],
  named: ['nothing, or false', 'the button names its good'],
  tag: ['a tag of products', 'no product is shown'],
  slug: ['the slug of a product, as its address has it', 'no product is shown'],
  token: ['a token of the API’s', 'it counts as left out'],
  'checkout-later': ['true or false', 'it counts as left out'],
  'add-donation': ['true or false', 'it counts as left out'],
  'add-products': ['true or false', 'it counts as left out'],
  'list-tag': ['names of lists of a to z, 0 to 9 and hyphens, with spaces between', 'what is none counts as left out'],
  after: ['seconds, as a number up to 99999', 'the popup waits for 20'],
  'in-place': ['nothing, or false', 'the page stays after a login'],
  support: ['an email address', 'it counts as left out'],
  ship: ['ship-a, ship-b or ship-c', 'no address is shown'],
};

/**
 * What is wrong with the options of a widget's element, each in a sentence. Attributes that are neither ours nor nearly
 * are another script's.
 */
export const wrongOptions = ({ widget = '', ...options }: Record<string, string>): string[] => {
  const name = WIDGETS.find((one) => one === widget);
  if (name === undefined) return [];
  const own = [...optionsOf(name), ...ALL];
  const warnings = Object.entries(options).flatMap(([option, value]) => {
    const entry = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
    if (!entry) {
      const near = nearest(option, own);
      return near === null ? [] : [`${widget} has no option data-${option}: is data-${near} meant?`];
    }
    if (!own.includes(option)) {
      const most = own.map((one) => `data-${one}`).join(', ');
      return [`${widget} has no option data-${option}. It takes ${most}.`];
    }
    if (entry.says.test(value)) return [];
    const [words = '', otherwise = ''] = WORDS[option] ?? [];
    const near = nearest(value, words.split(/, | or /));
    return [
      `data-${option}="${value}" of ${widget}: it takes ${words}${near === null ? '' : `, and ${near} is probably meant`}. Until then ${otherwise}.`,
    ];
  });
  const lacking = missingOption(widget, options);
  if (lacking !== null) warnings.push(`${widget} needs data-${lacking}: ${WORDS[lacking]?.[0]}.`);
  return warnings;
};

/** Of some words the one that was probably meant: it differs in a letter of three at most. */
const nearest = (typed: string, words: readonly string[]): string | null => {
  const [first] = words
    .map((word) => ({ word, away: distance(typed.toLowerCase(), word) }))
    .toSorted((one, other) => one.away - other.away);
  return first && first.away * 3 <= Math.min(typed.length, first.word.length) ? first.word : null;
};

const told = new Set<string>();

/** Says it in the console, once for each kind of element. */
export const sayWrongOptions = (options: Record<string, string>): void => {
  for (const sentence of wrongOptions(options)) {
    if (told.has(sentence)) continue;
    told.add(sentence);
    console.warn(`[newsstand] ${sentence}`);
  }
};
