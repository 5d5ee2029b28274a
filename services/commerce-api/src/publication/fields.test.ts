import * as v from 'valibot';
import { expect, test } from 'vitest';
import { makeInvoiceInput } from '../../test/invoice.ts';
import { InvoiceFile } from '../payments/invoices/invoice-file.ts';
import { Email, Sender } from './fields.ts';

const NONE = ['', 'ada', 'a@b.example,c', '<script>@x.org', 'a\u202E@x.org', 'a@-x.org', 'a@x.org\r\nBcc: b@x.org'];

test.each(NONE)('%j is no address in a file of staff, wherever it stands', (typed) => {
  const giftee = { name: 'Bo', email: typed };
  const { issues = [] } = v.safeParse(InvoiceFile, makeInvoiceInput({ email: typed, email_to: typed, giftees: [giftee] }));
  expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual(
    ['email', 'email_to', 'giftees.0.email'].map((field) => [field, 'must be an e-mail address']),
  );
});

test.each([...NONE.map((typed) => `Exclave <${typed}>`), '<post@x.org>', 'post@x.org', 'Exclave\r\nBcc: b@x.org <post@x.org>'])(
  'letters do not come from %j',
  (from) => {
    expect(v.is(Sender, from)).toBe(false);
  },
);

test('an address of a file is kept in its one spelling, as those that readers type', () => {
  expect(v.parse(Email, ' Ada@Example.org')).toBe('ada@example.org');
  expect(v.parse(Sender, 'Exclave <post@exclave.example.org>')).toBe('Exclave <post@exclave.example.org>');
});
