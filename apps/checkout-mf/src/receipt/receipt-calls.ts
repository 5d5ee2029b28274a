import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Receipt } from '@newsstand/contracts/receipt';
import { Refusal } from '@newsstand/contracts/refusal';
import type { TableApi } from '@newsstand/ui/call-table';
import * as v from 'valibot';

/** The one call of the receipt. */
export const receiptCalls = {
  receipt: {
    method: 'GET',
    path: '/api/receipts/{token}',
    summary: 'The receipt behind a token',
    params: { token: v.string() },
    answer: Receipt,
    refusal: Refusal,
  },
} as const satisfies Record<string, Endpoint>;
export type ReceiptApi = TableApi<typeof receiptCalls>;
