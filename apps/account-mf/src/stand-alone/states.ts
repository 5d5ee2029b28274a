import { accessStates } from './access-states.ts';
import { addressStates } from './address-states.ts';
import { chargeStates } from './charge-states.ts';
import { overviewStates } from './overview-states.ts';
import { paymentStates } from './payment-states.ts';
import { settingsStates } from './settings-states.ts';
import type { State } from './state.ts';
import { subscriptionStates } from './subscription-states.ts';

/** Every state of the stand-alone page's menu; each feature's stand in a file of its own. */
export const states = {
  ...overviewStates,
  ...settingsStates,
  ...addressStates,
  ...paymentStates,
  ...subscriptionStates,
  ...chargeStates,
  ...accessStates,
  loading: { title: 'Loading', widget: 'account.overview', page: 'pending' },
  'failed-load': {
    title: 'Failed load',
    widget: 'account.overview',
    page: 'failed',
    options: { support: 'consulate@exclave.example.org' },
  },
} satisfies Record<string, State>;
