import { expect, test } from 'vitest';
import { apiText } from '../../platform/http/api-text.ts';
import { CodedText } from '../../platform/http/coded-text.ts';
import { cardText } from './card-texts.ts';
import { SERVICE_TEXTS } from './catalogue.ts';
import { checkoutText } from './checkout-texts.ts';
import { deskText } from './desk-texts.ts';
import { wordRefusal, words } from './words.ts';

const settings = { support_address: 'help@example.org' };
const plain = { messages: {}, settings };
const own = { messages: Object.fromEntries(Object.entries(SERVICE_TEXTS).map(([key, text]) => [key, `[${text}]`])), settings };

test.each(Object.entries(SERVICE_TEXTS))('%s can be overridden by its key, and is our own text otherwise', (code, text) => {
  const filled = text.replaceAll('{support}', settings.support_address);
  const told = new CodedText(code, text);
  expect(wordRefusal(told, own)).toEqual({ errors: `[${filled}]`, codes: { code } });
  expect(wordRefusal({ email: told }, plain)).toEqual({ errors: { email: filled }, codes: { email: { code } } });
});

test('values are put into the publication’s words as they are, and are never read as placeholders', () => {
  const told = checkoutText('line_short', { left: 3, name: '{left} $& mugs' });
  expect(words(told, { ...plain, messages: { 'checkout-api.line_short': '{name}: {left}, {left}!' } })).toBe('{left} $& mugs: 3, 3!');
  expect(wordRefusal(told, plain)).toMatchObject({
    codes: { code: 'checkout-api.line_short', values: { left: 3, name: '{left} $& mugs' } },
  });
});

test('a value that is in words is in the publication’s, in the text and beside its code', () => {
  const told = deskText('already_taken_back', { who: deskText('somebody'), day: '11.28.2026' });
  const messages = { 'desk.somebody': 'Jemand', 'desk.already_taken_back': '{who}: {day}' };
  expect(words(told, plain)).toBe('Somebody took this back already, on 11.28.2026: it does not stand any more.');
  expect(wordRefusal(told, { ...plain, messages })).toEqual({
    errors: 'Jemand: 11.28.2026',
    codes: { code: 'desk.already_taken_back', values: { who: 'Jemand', day: '11.28.2026' } },
  });
});

test('a moment in what is told is the day that it is then at the publication, in the text and beside its code', () => {
  const day = new Date('2026-11-28T02:30:00Z');
  const there = { ...plain, settings: { ...settings, time_zone: 'America/New_York' } };
  expect(wordRefusal(deskText('already_taken_back', { who: 'Bob', day }), there)).toEqual({
    errors: 'Bob took this back already, on 11.27.2026: it does not stand any more.',
    codes: { code: 'desk.already_taken_back', values: { who: 'Bob', day: '11.27.2026' } },
  });
  const sent = deskText('letter_sent_by', { who: 'Bob', when: deskText('ago_day', { day }) });
  expect([words(sent, there), words(sent, plain)]).toEqual(['Bob sent this letter on 11.27.2026.', 'Bob sent this letter on 11.28.2026.']);
});

test('an empty cart is told of in the page’s own text, unless the API has one of its own', () => {
  const empty = checkoutText('empty_cart');
  const page = { 'checkout.empty_cart': 'Nothing to declare.' };
  expect(words(empty, { ...plain, messages: page })).toBe('Nothing to declare.');
  expect(words(empty, { ...plain, messages: { ...page, 'checkout-api.empty_cart': 'Nothing at all.' } })).toBe('Nothing at all.');
});

test('what is told together is one text, with the code of what comes first', () => {
  const told = [checkoutText('line_hoarded', { left: 1, name: 'Mug' }), checkoutText('hoarded_wait')];
  expect(wordRefusal({ general: told }, plain)).toEqual({
    errors: { general: 'Only 1 of Mug can be set aside for you at once. In a few minutes there may be more.' },
    codes: { general: { code: 'checkout-api.line_hoarded', values: { left: 1, name: 'Mug' } } },
  });
});

test('a code without a text, and a text without what stands in it, do not compile', () => {
  // @ts-expect-error there is no such text
  expect(apiText('nothing').code).toBe('api.nothing');
  // @ts-expect-error it needs n
  expect(apiText('too_long').code).toBe('api.too_long');
  // @ts-expect-error it needs the provider's words
  expect(cardText('provider').code).toBe('card-api.provider');
  expect(apiText('too_long', { n: 120 }).inWords({})).toBe('Must be at most 120 characters.');
});
