import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueDate, invoiceNumber, invoicePayment, invoiceTerms, isPastDue, needsPassword } from './invoice.ts';

const open = { paid: null, processing: null, failures: [], accepted_payments: 'any' } as const;
const failures = [{ data: { msg: 'Your card has $& insufficient funds.' } }, { data: { msg: 'An older one.' } }];

describe('an invoice', () => {
  it('has a number of a prefix, a hyphen and at least three digits', { tags: ['§9.invoice.1'] }, () => {
    expect([7, 1000].map((number) => invoiceNumber('EXC', number))).toEqual(['EXC-007', 'EXC-1000']);
  });

  it('is Past Due when the due date has passed, and not on the day itself', { tags: ['§9.invoice.3'] }, () => {
    expect(['2026-12-21', '2026-12-22'].map((today) => isPastDue({ due_date: '2026-12-21', paid: null }, today))).toEqual([false, true]);
  });

  it.each([
    ['subscription', 'introductory', true],
    ['subscription', 'renewal', false],
    ['upgrades', 'renewal', false],
  ] as const)('for a %s (%s) asks for a new password: %s', (type, phase, needed) => {
    expect(needsPassword({ membership: { type, item: { medium: 'print', phase, coupon: null }, detail: 'Print' } })).toBe(needed);
  });

  it('asks for a new password for an introductory subscription only', () => {
    expect(needsPassword({ membership: null })).toBe(false);
  });

  it.each([
    [7, 'EXC-007'],
    [42, 'EXC-042'],
    [999, 'EXC-999'],
    [1000, 'EXC-1000'],
  ])('number %i is written %s', (number, text) => {
    expect(invoiceNumber('EXC', number)).toBe(text);
  });

  it('shows its terms as NET and the days', { tags: ['§9.invoice.2'] }, () => {
    expect(invoiceTerms(30)).toBe('NET 30');
  });

  it.each([
    ['2026-01-31T23:59:59.999Z', 30, '2026-03-02'],
    ['2028-01-30T00:00:00Z', 30, '2028-02-29'],
    ['2026-12-15T12:00:00Z', 30, '2027-01-14'],
    ['2026-03-28T23:30:00Z', 1, '2026-03-29'],
    ['2026-11-21T08:00:00Z', 0, '2026-11-21'],
  ])('created %s with NET %i is due on %s', (created, term, due) => {
    expect(dueDate(created, term)).toBe(due);
  });

  it.each([
    ['2026-12-20', null, false],
    ['2026-12-21', null, false],
    ['2026-12-22', null, true],
    ['2027-01-01', null, true],
    ['2027-01-01', '2026-12-30T10:00:00Z', false],
  ])('due on 2026-12-21, on %s and paid %s: Past Due is %s', (today, paid, past) => {
    expect(isPastDue({ due_date: '2026-12-21', paid }, today)).toBe(past);
  });

  it('is due as many days later as its terms say, across any month, leap day and year', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.nat(365),
        (created, term) => {
          const day = Date.parse(created.toISOString().slice(0, 10));
          return (Date.parse(dueDate(created.toISOString(), term)) - day) / 86_400_000 === term;
        },
      ),
    );
  });
});

describe('paying an invoice', () => {
  it('is not possible online when it is check-or-wire-only', { tags: ['§3.invoice.4', '§4.invoice.3'] }, () => {
    expect(invoicePayment({ ...open, failures: [], accepted_payments: 'check-or-wire-only' }).type).toBe('check-or-wire');
  });

  it('waits while a payment is processing', { tags: ['§4.invoice.1'] }, () => {
    expect(invoicePayment({ ...open, failures, processing: 'pi_1' }).type).toBe('processing');
  });

  it('may be tried again after a failure, which is said', { tags: ['§3.invoice.3', '§4.invoice.2'] }, () => {
    expect(invoicePayment({ ...open, failures: [{ data: { msg: 'No.' } }] })).toEqual({
      type: 'online',
      failure: 'No.',
    });
  });

  it.each([
    ['online', open, { type: 'online', failure: null }],
    ['with the lines of the bank only', { ...open, accepted_payments: 'check-or-wire-only' }, { type: 'check-or-wire' }],
    ['not while a payment is on its way', { ...open, processing: 'pi_1', failures }, { type: 'processing' }],
    ['not for an upgrade that is there', { ...open, superseded: 'done', failures }, { type: 'superseded', by: 'done' }],
    ['not twice', { ...open, paid: '2026-11-21T08:00:00Z', processing: 'pi_1' }, { type: 'paid' }],
    [
      'again after a failure, which is said',
      { ...open, failures },
      {
        type: 'online',
        failure: 'Your card has $& insufficient funds.',
      },
    ],
  ] as const)('%s', (_, invoice, payment) => {
    expect(invoicePayment({ ...invoice, failures: [...invoice.failures] })).toEqual(payment);
  });
});
