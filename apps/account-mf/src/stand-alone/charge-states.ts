import type { ChargeStatus } from '@newsstand/contracts/charge';
import { REFUSED } from './fake-stripe.ts';
import { type Answer, data, down, inTurn as turns, screen, type State } from './state.ts';

const charged = { charge: 'renewal', detail: 'Print, Standard, 1 year (4 issues)', amount: 5600, name: 'Ada Merrow' } as const;
const asking = (parts: Partial<Extract<ChargeStatus, { status: 'authorize-card' }>> = {}): ChargeStatus => ({
  status: 'authorize-card',
  ...charged,
  intent: 'pi_1',
  keys: { pubkey: 'pk_test_newsstand', secret: 'pi_1_secret_2' },
  method: 'pm_1',
  card: { type: 'visa', last_four: '3184' },
  failure: null,
  donation: null,
  ...parts,
});
const given = { charge: 'donation', detail: null, amount: 2500 } as const;
const month = { ...given, donation: 'don_fixture0001' };
const moving: ChargeStatus = { status: 'in-progress', ...charged, due: '2026-12-21T09:00:00.000Z' };
const stopped: ChargeStatus = { status: 'stopped', ...charged };
const paid: ChargeStatus = { status: 'completed', ...charged, receipt: 'rcpt_fixture0001' };

const inTurn = (first: ChargeStatus, ...others: ChargeStatus[]): Answer => turns({ body: first }, ...others.map((body) => ({ body })));
const charge = (title: string, answer: Answer): State => ({
  ...screen('account.renewal', `A payment to confirm: ${title}`),
  page: data(null),
  options: { token: 'chg_fixture0001' },
  answers: { 'GET /api/charges/*': answer },
});

export const chargeStates = {
  // Asked when it is opened, before it is confirmed, and until that is settled.
  renewal: charge('to confirm', inTurn(asking(), asking(), moving, paid)),
  'renewal-refused': charge(
    'refused by the bank',
    inTurn(asking({ method: REFUSED }), asking({ method: REFUSED }), asking({ method: REFUSED, failure: 'Your card was declined.' })),
  ),
  'renewal-failed-before': charge(
    'failed before',
    inTurn(asking({ failure: 'Your bank did not recognise you.' }), asking({ failure: 'Your bank did not recognise you.' }), paid),
  ),
  'renewal-donation': charge('a month of a donation', inTurn(asking(month), asking(month), { ...paid, ...given })),
  'renewal-returned': {
    ...charge('back from the bank', inTurn(moving, paid)),
    query: 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  },
  'renewal-paid': charge('paid already', inTurn(paid)),
  'renewal-elsewhere': charge('paid in another tab', inTurn(asking(), paid)),
  'renewal-same-moment': charge('paid in another tab in the same moment', inTurn(asking(), asking({ method: REFUSED }), paid)),
  'renewal-stopped-elsewhere': charge('stopped in another tab', inTurn(asking(), stopped)),
  'renewal-down-then': charge('server down when it is confirmed', turns({ body: asking() }, down, { body: asking() }, { body: paid })),
  'renewal-in-progress': charge('nothing to do', inTurn(moving)),
  'renewal-replace': charge('another card', inTurn({ status: 'replace-card', ...charged, donation: null })),
  'renewal-stopped': charge('stopped', inTurn(stopped)),
  'renewal-unknown': charge('unknown link', { status: 404, body: { errors: 'Not found.' } }),
  'renewal-no-token': { ...charge('no token', down), options: {} },
  'renewal-view-only': charge('seen by staff', {
    status: 403,
    body: { errors: 'View only: nothing can be changed.' },
  }),
  'renewal-down': charge('server down', down),
} satisfies Record<string, State>;
