import { pendingPayment, type PendingPayment } from '@newsstand/ui/pending-payment';
import type { Stored } from '@newsstand/ui/stored';

/** Where a payment of this remote is kept over a reload. `what` is paid: the renewal, or a gift by its token. */
export const keptPayment = (what: string): Stored<PendingPayment> => pendingPayment(`payment:${what}`);
