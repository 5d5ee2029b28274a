import { freeDigitalCoupon, renewalCoupon } from '@newsstand/contracts/fixtures/subscribe';
import { makeRenewing } from '@newsstand/contracts/fixtures/subscription';
import { describe, expect, it } from 'vitest';
import { nextIssue, readerOf, startRenewal, type Subscriber } from './renewal.ts';

const subscriber = (parts: Parameters<typeof makeRenewing>[0] = {}): Subscriber => {
  const reader = readerOf(makeRenewing(parts), 'c');
  if (reader.type !== 'subscriber') throw new Error(`a ${reader.type}`);
  return reader.renewing;
};
const print = {
  term: '2year',
  level: 'low',
  deliverables: { set: 'print-b', active: 'print-b' },
  settings: { medium: 'print', level: 'low' },
} as const;

describe('the renewal page', () => {
  it('is for subscribers: guests log in, a lifetime needs nothing, and who never had one subscribes', () => {
    expect(readerOf(null, 'a').type).toBe('guest');
    expect(readerOf(makeRenewing({ options: { ...makeRenewing().options, is_lifetime: true } }), 'a').type).toBe('lifetime');
    expect(readerOf(makeRenewing({ subscription: null }), 'a').type).toBe('none');
  });

  it('opens with the settings that there are', () => {
    const { start, mode } = startRenewal(subscriber(), null, { coupon: null });
    expect(mode).toBe('same');
    expect(start.chosen).toMatchObject({ renewal: true, medium: 'print', level: 'low', term: '1year', shipcode: 'a', purpose: 'personal' });
  });

  it('keeps what is delivered, not what was paid for, when the two differ', () => {
    const files = { ...print, deliverables: { set: 'print-b', active: 'digital' }, settings: { medium: 'digital', level: 'low' } } as const;
    expect(startRenewal(subscriber({ subscription: files }), null, { coupon: null })).toMatchObject({
      mode: 'same',
      start: { chosen: { medium: 'digital', shipcode: 'b' } },
    });
    const moved = { ...print, deliverables: { set: 'print-c', active: 'print-a' } } as const;
    expect(startRenewal(subscriber({ subscription: moved }), null, { coupon: null })).toMatchObject({
      mode: 'same',
      start: { chosen: { medium: 'print', shipcode: 'a' } },
    });
  });

  it('opens with other settings where print has no address to go to', () => {
    expect(startRenewal(subscriber({ subscription: print }), null, { coupon: null }).mode).toBe('change');
    const moved = { ...print, deliverables: { set: 'print-a', active: 'print-b' } } as const;
    expect(startRenewal(subscriber({ subscription: moved }), null, { coupon: null }).mode).toBe('change');
  });

  it('takes the coupon of its link, and changes the settings where the coupon asks for it', () => {
    expect(startRenewal(subscriber(), ' staylonger ', { coupon: renewalCoupon })).toMatchObject({
      mode: 'same',
      start: { entered: { code: 'STAYLONGER' } },
    });
    expect(startRenewal(subscriber(), 'DIPLOMATICBAG', { coupon: freeDigitalCoupon })).toMatchObject({
      mode: 'change',
      start: { chosen: { medium: 'digital', level: 'low' } },
    });
  });

  it('says with which issue it goes on', () => {
    expect(nextIssue(makeRenewing())).toBe(17);
    expect(nextIssue(makeRenewing({ options: { ...makeRenewing().options, issues_expected: [] } }))).toBeNull();
  });
});
