// A wallet's sheet: what a phone or a browser shows by itself. The cards in it are Stripe's test cards.
import { make } from './make.ts';

const CARDS = {
  '4242424242424242': 'Visa ending in 4242',
  '5555555555554444': 'Mastercard ending in 4444',
  '4000000000000002': 'Visa ending in 0002, which is declined',
};

const told = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const { id = '', wallet = '', name = '', amount, currency = 'usd', origin = '' } = told;

const card = make('select', { id: 'card' });
card.append(...Object.entries(CARDS).map(([value, textContent]) => make('option', { value, textContent })));
const content = make('main', {});
document.body.append(content);
content.append(
  make('h1', { textContent: name }),
  make('p', {
    textContent: amount === undefined ? 'Saves a card for later.' : `Pays ${money(Number(amount))}. This stands for the reader’s device.`,
  }),
  make('label', { htmlFor: 'card', textContent: 'Card' }),
  card,
  button(amount === undefined ? 'Save' : 'Pay', () => say(`tok_${wallet}_${card.value}`)),
  button('Cancel', () => say(null)),
);
content.querySelector('button')?.focus();
addEventListener('keydown', ({ key }) => key === 'Escape' && say(null));

function button(word: string, press: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', textContent: word === 'Cancel' ? word : `${word} with ${name}` });
  made.addEventListener('click', press);
  return made;
}

function say(token: string | null): void {
  parent.postMessage({ sheet: id, token }, origin);
}

function money(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}
