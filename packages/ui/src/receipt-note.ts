import * as v from 'valibot';
import { stored } from './stored.ts';

/**
 * What a receipt's reader is told beside it, such as that an earlier order was already paid (section 4, customer); kept
 * by the tab on the way there.
 */
export const receiptNote = stored(() => sessionStorage, 'newsstand:receipt-note', v.object({ receipt: v.string(), message: v.string() }));
