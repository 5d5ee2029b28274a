import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Hono } from 'hono';
import { approveRefund } from '../../desk/refunds/approve-refund.ts';
import { drawCreditNoteFor } from '../../desk/refunds/credit-note.ts';
import { decideMoneyBack } from '../../desk/refunds/decide-money-back.ts';
import { readOrderMoney } from '../../desk/refunds/read-order-money.ts';
import { findPaid, refundOrder } from '../../desk/refunds/refund-order.ts';
import { retryRefund } from '../../desk/refunds/retry-refund.ts';
import type { AppEnv, Routes } from '../../platform/http/app-env.ts';
import { serveDesk, type DeskDeps } from './serve-desk.ts';

/** Money that goes back. */
export function deskRefundRoutes(deps: DeskDeps): Routes {
  const routes = new Hono<AppEnv>();

  serveDesk(routes, deps, deskEndpoints.deskOrderMoney, async (_c, _asker, { params }) => {
    await findPaid(deps, params.order);
    return readOrderMoney(deps, params.order);
  });

  serveDesk(routes, deps, deskEndpoints.deskCreditNote, async (c, onlooker, { params: { number } }) => {
    const pdf = await drawCreditNoteFor(deps, onlooker, number);
    return c.body(Uint8Array.from(pdf), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${number}.pdf"`,
    });
  });

  serveDesk(routes, deps, deskEndpoints.deskRefundOrder, (_c, { person, network }, { params, query, body }) =>
    refundOrder(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskApproveRefund, (_c, { person, network }, { params, query, body }) =>
    approveRefund(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskRetryRefund, (_c, { person, network }, { params, query, body }) =>
    retryRefund(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  serveDesk(routes, deps, deskEndpoints.deskDecideMoneyBack, (_c, { person, network }, { params, query, body }) =>
    decideMoneyBack(deps, person, { ...params, ...body, network, dry: query.dry !== undefined }),
  );

  return routes;
}
