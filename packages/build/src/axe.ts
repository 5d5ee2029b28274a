import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';

/** As much of Playwright's page as is used. */
type Page = { evaluate<Answer>(script: string): Promise<Answer> };

type Options = {
  /** A selector of the part that is looked at; the whole page where it is not given. */
  within?: string;
  /** The rules to ask about, instead of all. */
  only?: string[];
  /** Rules not to ask about. */
  without?: string[];
};

/**
 * A colour that is still changing is not the one to judge; what never ends (a spinner) is not waited for, and what only keeps something out of sight
 * for seconds is ended, so that it is judged as it will be seen.
 */
const CALM = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map((animation) => {
    const changed = animation.effect.getKeyframes().flatMap(({ offset, computedOffset, easing, composite, ...styles }) => Object.keys(styles));
    if (changed.every((style) => style === 'visibility')) animation.finish();
    return animation.finished;
  }))`;

/**
 * What axe judges elements by, but for their words: each with its attributes, state and colours, below its parents and after its neighbour; the order
 * of headings and landmarks; and how wide the window is. Numbers, each of one such thing. Of references, ids and texts only whether they are there counts.
 */
const shapesIn = (part: string) => `(() => {
  const texts = /^(aria-(label|placeholder|roledescription|valuetext)|alt|title|placeholder|value|href|src|srcset|action|name|data-.*|d|points|content)$/;
  const references = /^(aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto)|for|list|headers|form)$/;
  const of = (name, value) => {
    if (name === 'id') return document.querySelectorAll('#' + CSS.escape(value)).length;
    if (references.test(name)) return value.split(/\\s+/).map((id) => document.getElementById(id)?.textContent.trim() ? 'there' : 'missing');
    return texts.test(name) ? value.trim() !== '' : value;
  };
  const number = (text) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let index = 0; index < text.length; index += 1) {
      high = Math.imul(high ^ text.charCodeAt(index), 2654435761);
      low = Math.imul(low ^ text.charCodeAt(index), 1597334677);
    }
    return 4294967296 * (2097151 & low) + (high >>> 0);
  };
  const states = [':disabled', ':checked', ':indeterminate', ':invalid', ':placeholder-shown', ':focus', ':open', ':popover-open', ':modal'];
  const shapes = new Map();
  const shapeOf = (element) => {
    if (element === null) return '';
    if (shapes.has(element)) return shapes.get(element);
    const { color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, display, visibility, position } = getComputedStyle(element);
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    const shape = number(JSON.stringify([
      shapeOf(element.parentElement), element.previousElementSibling?.localName, element.localName, text, element.labels?.length,
      [...element.attributes].map(({ name, value }) => [name, of(name, value)]), states.map((state) => element.matches(state)),
      color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, display, visibility, position,
    ]));
    shapes.set(element, shape);
    return shape;
  };
  const inside = [...document.querySelectorAll(${JSON.stringify(`${part}, ${part} *`)})];
  const outline = inside.filter((element) => element.matches('h1, h2, h3, h4, h5, h6, [role=heading], main, nav, aside, header, footer, form, section, [role]'));
  return [...new Set([...inside.map(shapeOf), number(JSON.stringify([innerWidth, outline.map(({ localName, role }) => [localName, role])]))])];
})()`;

/** Axe without its comments and spaces: each page that is judged is sent it, and reads less than half. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has found nothing in, in this process, by the question that it was asked. */
const found: Record<string, Set<number>> = {};

/**
 * What axe finds wrong on a page. It runs in the page itself and is put there once, where `@axe-core/playwright` opens another page for each
 * look and takes three times as long. It does not look into frames. A page whose every element it has judged before in this process, as it is here, it is
 * not asked about again: many states of a view differ in words only.
 */
export const violations = async (page: Page, { within, only, without = [] }: Options = {}): Promise<Result[]> => {
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: only } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const shapes = await page.evaluate<number[]>(`${CALM}.then(() => ${shapesIn(within ?? 'html')})`);
  const judged = (found[JSON.stringify([within, options])] ??= new Set());
  if (shapes.every((shape) => judged.has(shape))) return [];
  const part = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
  await page.evaluate(`globalThis.axe ? undefined : (() => { ${AXE} })()`);
  const wrong = await page.evaluate<Result[]>(`axe.run(${part}, ${JSON.stringify(options)}).then(({ violations }) => violations)`);
  if (wrong.length === 0) for (const shape of shapes) judged.add(shape);
  return wrong;
};
