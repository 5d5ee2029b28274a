import type { PageData } from '@newsstand/contracts/page-data';
import { Receipt } from '@newsstand/contracts/receipt';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';

const ReceiptPage = v.object({ receipt: v.optional(v.nullable(Receipt)) }) satisfies v.GenericSchema<unknown, Pick<PageData, 'receipt'>>;
export type ReceiptPage = v.InferOutput<typeof ReceiptPage>;

export const readReceiptPage = pageReader(ReceiptPage);
