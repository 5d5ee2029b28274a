import { expect, test } from 'vitest';
import { destination } from './destination.ts';

const origin = 'https://exclave.example';
const at = (search: string, page = 'login') => destination(page, { origin, search });

test('a login page leads on to the path that was asked for', { tags: ['§2.query.1'] }, () => {
  expect(at('?redirect=/articles/tides%3Fpage%3D2%23notes')).toBe('/articles/tides?page=2#notes');
  expect(at('?redirect=/issue/1', 'institutional-subscriptions')).toBe('/issue/1');
  expect(at(`?redirect=${encodeURIComponent(`${origin}/store`)}`)).toBe('/store');
});

test('without a path it leads home', { tags: ['§2.routes.6'] }, () => {
  expect(at('')).toBe('/');
  expect(at('?redirect=')).toBe('/');
});

test('no link of a stranger leads a reader away', () => {
  const strange = [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
  ];
  expect(strange.map((redirect) => at(`?redirect=${encodeURIComponent(redirect)}`))).toEqual(strange.map(() => '/'));
});

test('anywhere else the page reloads', () => {
  expect(at('?redirect=/store', 'article')).toBeUndefined();
});
