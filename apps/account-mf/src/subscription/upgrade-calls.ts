import { botChallenge } from '@newsstand/contracts/bot-check';
import { CheckoutStatus } from '@newsstand/contracts/checkout';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import { upgradeEndpoints } from '@newsstand/contracts/upgrade-endpoints';
import type { ResultOf, TableApi } from '@newsstand/ui/call-table';
import * as v from 'valibot';

/** The calls of the page that changes one subscription. */
export const upgradeCalls = {
  ...upgradeEndpoints,
  botChallenge,
  checkoutStatus: {
    method: 'GET',
    path: '/api/checkout/{intent_id}',
    summary: 'How far an order is; settles it when it was paid',
    params: { intent_id: v.string() },
    query: { reset: v.optional(v.string()) },
    answer: CheckoutStatus,
    refusal: Refusal,
  },
} as const satisfies Record<string, Endpoint>;
export type UpgradeApi = TableApi<typeof upgradeCalls>;
export type UpdateOutcome = ResultOf<(typeof upgradeCalls)['updateSubscription']>;
