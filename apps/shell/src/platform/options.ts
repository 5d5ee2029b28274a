import { OPTIONS } from '@newsstand/contracts/widget-options';
import { WIDGETS } from '@newsstand/contracts/widget';
import { missingOption } from './missing-option.ts';
import type * as Wrong from './wrong-options.ts';

/** What the loader, widgets, rooms and CMSs write onto an element beside its options. */
const BESIDES = ['widget', 'state', 'sized', 'known', 'kept', 'ways', 'cart-count'];
const known: readonly string[] = WIDGETS;

/** The options that stand on an element, by their names without `data-`. */
export const optionsOn = (element: Element): Record<string, string> =>
  Object.fromEntries(
    element
      .getAttributeNames()
      .filter((name) => name.startsWith('data-'))
      .map((name) => [name.slice('data-'.length), element.getAttribute(name) ?? '']),
  );

/**
 * Whether an element of ours says something that may be a mistake: most say nothing of the kind, and what tells
 * mistakes from other scripts' attributes is fetched for these alone.
 */
export const isOdd = ({ widget = '', ...options }: Record<string, string>): boolean =>
  known.includes(widget) &&
  (Object.entries(options).some(([name, value]) => !BESIDES.includes(name) && !fits(widget, name, value)) ||
    missingOption(widget, options) !== null);

const fits = (widget: string, name: string, value: string): boolean => {
  const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  return Boolean(option?.of.test(widget) && option.says.test(value));
};

const looked = new WeakSet<Element>();

/** Has the console told what is wrong with the options of the page's widgets. */
export const checkOptions = (): void => {
  for (const element of document.querySelectorAll('[data-widget]')) {
    if (looked.has(element)) continue;
    looked.add(element);
    const options = optionsOn(element);
    if (isOdd(options)) tell(options);
  }
};

const tell = (options: Record<string, string>): void => {
  const wrong: Promise<typeof Wrong> = import(/* webpackIgnore: true */ './wrong-options.js');
  wrong.then(
    ({ sayWrongOptions }) => sayWrongOptions(options),
    () => undefined,
  );
};
