import { expect, type Page } from '@playwright/test';
import type { State } from '../src/stand-alone/state.ts';
import { states } from '../src/stand-alone/states.ts';

type Options = { theme?: 'light' | 'dark'; cms?: 'bare' | 'hostile' };
export type StateName = keyof typeof states;

/** Where one state of the stand-alone page is, from its `?`. */
export const addressOf = (name: StateName, { theme = 'light', cms = 'bare' }: Options = {}): string => {
  const state: State = states[name];
  const query = new URLSearchParams({ state: name, theme, cms, menu: 'closed' });
  return `?${query}${state.query ? `&${state.query}` : ''}${state.hash ? `#${state.hash}` : ''}`;
};

/** Opens one state of the stand-alone page, and waits until the widget is there. */
export const open = async (page: Page, name: StateName, options: Options = {}): Promise<void> => {
  await page.goto(`/${addressOf(name, options)}`);
  await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', /loaded|completed|failed/);
};

/**
 * Notes what the page sends to its API (the bot check's question left out), and keeps it over reloads. Call it before
 * the page is opened. Answers to calls with the method `held` wait for `release`.
 */
export const watch = async (page: Page, held?: 'POST'): Promise<void> => {
  await page.addInitScript((held) => {
    // The stand-alone page puts its own fetch in the real one's place: what goes through either is noted.
    let answer = globalThis.fetch;
    const noting: typeof fetch = (input, init) => {
      const url = new URL(String(input), location.href);
      if (url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/bot-check/')) {
        const call = [
          `${init?.method ?? 'GET'} ${url.pathname}${url.search}`,
          typeof init?.body === 'string' ? JSON.parse(init.body) : null,
        ];
        sessionStorage.setItem('sent', JSON.stringify([...JSON.parse(sessionStorage.getItem('sent') ?? '[]'), call]));
      }
      if (held === undefined || init?.method !== held) return answer(input, init);
      return new Promise((resolve) => document.addEventListener('release', () => resolve(answer(input, init)), { once: true }));
    };
    Object.defineProperty(globalThis, 'fetch', {
      get: () => noting,
      set: (pretended: typeof fetch) => {
        answer = pretended;
      },
    });
  }, held);
};

export const release = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('release')));

export const sent = (page: Page): Promise<[string, unknown][]> => page.evaluate(() => JSON.parse(sessionStorage.getItem('sent') ?? '[]'));

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).click();
};

export const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', breaks: '4000 0000 0000 0119' };

/** Section 8, generic failure on account pages. */
export const FAILED =
  'We encountered an error. Please try again at another time or contact consulate@exclave.example.org if you need help.';

/** Answers a question of the page. */
export const answer = (page: Page, question: string | RegExp, choice: 'Ok' | 'Cancel') =>
  page.getByRole('alertdialog', { name: question }).getByRole('button', { name: choice }).click();
