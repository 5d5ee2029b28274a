// @module-tag ci
import { agedTests } from '@newsstand/build/aged-tests';

/** Whoever is to pay sees what, and what it is made of. */
const NEEDED = /^removed (cart|cart\.totals.*|subscribe|subscribe\.pricing.*)$/;

agedTests(
  {
    builder: ['publication', 'cart', 'products', 'shipping', 'subscribe'],
    donate: ['bot_check', 'stripe', 'subscribe'],
    'redeem-upgrade': ['redeem'],
  },
  NEEDED,
);
