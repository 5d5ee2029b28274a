import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import { HASH_TEXT } from './hash-text.ts';

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
 * A colour that is still changing is not the one to judge; what never ends (a spinner) is not waited for, and what only
 * keeps something out of sight for seconds is ended, so that it is judged as it will be seen.
 */
const CALM = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map((animation) => {
    const changed = animation.effect.getKeyframes().flatMap(({ offset, computedOffset, easing, composite, ...styles }) => Object.keys(styles));
    if (changed.every((style) => style === 'visibility')) animation.finish();
    return animation.finished;
  }))`;

/**
 * What axe judges elements by, but for their words: each with its attributes, state and colours, below its parents and
 * after its neighbour; the order of headings and landmarks; and how wide the window is. Of references, ids and texts
 * only whether they are there counts. Whether axe is there is told as well.
 */
const shapesIn = (part: string) => `(() => {
  const texts = /^(aria-(label|placeholder|roledescription|valuetext)|alt|title|placeholder|value|href|src|srcset|action|name|data-.*|d|points|content)$/;
  const references = /^(aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage|flowto)|for|list|headers|form)$/;
  const of = (name, value) => {
    if (name === 'id') return document.querySelectorAll('#' + CSS.escape(value)).length;
    if (references.test(name)) return value.split(/\\s+/).map((id) => document.getElementById(id)?.textContent.trim() ? 'there' : 'missing');
    return texts.test(name) ? value.trim() !== '' : value;
  };
  const number = ${HASH_TEXT};
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
  const inside = globalThis.looked = [...document.querySelectorAll(${JSON.stringify(`${part}, ${part} *`)})];
  const outline = inside.filter((element) => element.matches('h1, h2, h3, h4, h5, h6, [role=heading], main, nav, aside, header, footer, form, section, [role]'));
  return {
    has: 'axe' in globalThis,
    width: innerWidth,
    outline: number(JSON.stringify(outline.map(({ localName, role }) => [localName, role]))),
    shapes: inside.map(shapeOf),
  };
})()`;

/** What a rule asks about what is in it: where something in it is new, it is judged, too. */
const AROUND = 'ul, ol, dl, table, select, fieldset, figure, form, label, a, button, [role]';

/**
 * What of the elements that were looked at is to be judged, as axe is told it: those of these places in the list, with
 * what is around them.
 */
const newOf = (places: readonly number[]) => `(() => {
  const around = ${JSON.stringify(places)}.map((place) => looked[place]).map((element) => element.parentElement?.closest(${JSON.stringify(AROUND)}) ?? element);
  return { include: [...new Set(around)] };
})()`;

/** Axe without its comments and spaces: each page that is judged is sent it, and reads less than half. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a page's outline is asked about: these look at the whole of it wherever it is another. */
const OUTLINE_RULES = /^(heading-order|page-has-heading-one|empty-heading|region|bypass|skip-link|landmark-.*)$/;

/** What axe has found nothing in, in this process, by the question that it was asked. */
const found: Record<string, Set<number>> = {};

type Looked = { has: boolean; width: number; outline: number; shapes: number[] };

/**
 * What axe finds wrong on a page. It runs in the page itself and is put there once, where `@axe-core/playwright` opens
 * another page for each look and takes three times as long. It does not look into frames. What it has judged before in
 * this process, as it is here, it is not asked about again: many states of a view differ in words only, or in one part.
 */
export const violations = async (page: Page, options: Options = {}): Promise<Result[]> => (await judge(page, options)).wrong;

/**
 * The same, and whether there was anything to judge: a page that has only what was found good before is as good in
 * another theme, which was asked about then.
 */
export const judge = async (page: Page, options: Options = {}): Promise<Judged> => {
  const judged = await judgeOnce(page, options);
  // What began to change while it was judged, as a button does that can be pressed now, is judged as it is afterwards.
  return judged.wrong.length === 0 ? judged : judgeOnce(page, options);
};

export type Judged = { wrong: Result[]; isNew: boolean };

const judgeOnce = async (page: Page, { within, only, without = [] }: Options): Promise<Judged> => {
  const looked = await page.evaluate<Looked>(`${CALM}.then(() => ${shapesIn(within ?? 'html')})`);
  const { shapes, outline, width } = looked;
  const judged = (found[JSON.stringify([within, only, without, width])] ??= new Set());
  const unknown = [...shapes.keys()].filter((place) => !judged.has(shapes[place] ?? 0));
  const isFirst = judged.size === 0;
  const isOutlineNew = !judged.has(outline) && (only?.some((rule) => OUTLINE_RULES.test(rule)) ?? true);
  if (unknown.length === 0 && !isOutlineNew) return { wrong: [], isNew: false };
  // Asked before, since it is half a megabyte that a page would read for nothing.
  if (!looked.has) await page.evaluate(AXE);
  const ask = async (part: string, rules: string) => {
    const options = `{ iframes: false, resultTypes: ['violations'], ${rules} }`;
    return page.evaluate<Result[]>(`axe.run(${part}, ${options}).then(({ violations }) => violations)`);
  };
  const whole = within === undefined ? 'document' : JSON.stringify({ include: [[within]] });
  const all = only
    ? `runOnly: ${JSON.stringify(only)}`
    : `rules: ${JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])))}`;
  const ofOutline = `runOnly: axe.getRules().map(({ ruleId }) => ruleId)
    .filter((rule) => ${OUTLINE_RULES}.test(rule) && !${JSON.stringify(without)}.includes(rule))`;
  const wrong = isFirst
    ? await ask(whole, all)
    : [...(unknown.length > 0 ? await ask(newOf(unknown), all) : []), ...(isOutlineNew ? await ask(whole, ofOutline) : [])];
  if (wrong.length === 0) for (const shape of [...shapes, outline]) judged.add(shape);
  return { wrong, isNew: true };
};
