// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

/** Whoever is to pay sees what; and a page of one product is nothing without it. */
const NEEDED = /^removed cart(\.totals.*)?$|^(removed|unknown) products?(\.0)?\.(slug|type|print_price)$/;

agedTests(
  {
    everything: ['publication', 'cart', 'bot_check', 'stripe', 'logins', 'shipping'],
    store: ['products', 'issues'],
    product: ['product', 'products'],
    'receipt-membership': ['receipt'],
    invoice: ['invoice'],
  },
  NEEDED,
);
