import { expect, test, vi } from 'vitest';
import { redeemDraft } from './redeem-draft.ts';
import { blankForm } from './redeem-form.ts';

test('what was typed for a gift is kept but for a password, and another gift begins blank', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const typed = { ...blankForm, name: 'Bo', email: 'bo@example.org', city: 'Port Merrow' };
  redeemDraft.write({ token: 'gift_1', typed: { ...typed, password: 'gull-rock', confirm: 'gull-rock' }, chosen: 'print-a' });
  expect([...kept.values()].join()).not.toContain('gull-rock');
  expect(redeemDraft.read('gift_1')).toEqual({ token: 'gift_1', typed, chosen: 'print-a' });
  expect(redeemDraft.read('gift_2')).toBeNull();
  vi.unstubAllGlobals();
});
