import type { DeskOrderMoney, DeskRefund, RefundPlan } from '@newsstand/contracts/desk-refund';
import { LETTER, ORDER, OWNER, UNDONE } from './stubs.ts';

export const AT = ORDER.placed;
export const refundOf = (wish: Partial<DeskRefund>): DeskRefund => ({
  id: UNDONE,
  method: 'card',
  amount: 30_000,
  state: 'to-approve',
  failure: null,
  reference: null,
  credit_note: null,
  created: AT,
  updated: AT,
  who: 'Cleo',
  settled: false,
  ...wish,
});
export const BACK = {
  id: 're_1',
  state: 'refunded' as const,
  amount: 7200,
  reason: null,
  created: AT,
  here: false,
  decided: null,
  also: [],
};
export const MONEY: DeskOrderMoney = {
  refunds: [
    refundOf({
      id: LETTER,
      amount: 500,
      state: 'sent',
      method: 'check',
      reference: '1042',
      credit_note: 'CN-31',
      credit_note_pdf: 'https://magazine.example/CN-31/pdf',
    }),
    refundOf({}),
    refundOf({ id: OWNER, amount: 900, state: 'failed', credit_note: 'CN-32', failure: 'The account is closed.' }),
    refundOf({ id: '01a20889-0000-7000-8000-00000000000f', amount: 400, state: 'sent', credit_note: 'CN-30', elsewhere: true }),
  ],
  back: [BACK],
};
/** The subscription of the order, of whose four issues one has come. */
export const TERM = {
  ordinal: 1,
  type: 'personal-subscription' as const,
  name: 'Subscription',
  detail: 'Print, Solidarity, 1 year',
  quantity: 1,
  taken: 0,
  value: 5200,
  back: 0,
  most: 5200,
  worth: 3900,
  pays: 0,
  takes: 0,
  term: { served: 1, issues: 4, ended: false },
  gifts: null,
  monthly: false,
  sent: 0,
};
/** Two mugs of the order, whose money is gone, and which nobody has sent. */
export const MUGS = {
  ...TERM,
  ordinal: 2,
  type: 'basic-product' as const,
  name: 'Harbour Mug',
  detail: 'blue',
  quantity: 2,
  value: 2000,
  back: 2000,
  most: 0,
  worth: 0,
  term: null,
  held: 2,
};
/** Nothing of what a refund may take away. */
export const HAPPENS = {
  ends: 0,
  given: 0,
  renewal: false,
  charging: false,
  downgrades: 0,
  revokes: 0,
  donation: false,
  dropped: 0,
  restocked: 0,
  coupons: 0,
  copies: [],
  invoices: [],
};
/** Of an order whose money is gone. */
export const PLAN: RefundPlan = {
  waiting: ['EXR-9'],
  posted: [],
  closes: [],
  order: ORDER.id,
  number: ORDER.number,
  version: 'v7',
  total: 7200,
  gone: 7200,
  lines: [TERM],
  shipping: { value: 0, back: 0, most: 0 },
  methods: [],
  back_to: 'Visa ···· 4242',
  amount: 0,
  to_approve: false,
  happens: HAPPENS,
  letter: null,
  others: [],
};
