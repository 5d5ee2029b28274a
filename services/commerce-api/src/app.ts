import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { oauthRoutes } from './access/oauth/routes.ts';
import { accessRoutes } from './access/routes.ts';
import { accountRoutes } from './account/routes.ts';
import { adminViewRoutes } from './admin-view/routes.ts';
import { botCheckRoutes } from './bot-check/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { cartRoutes } from './cart/routes.ts';
import { downloadRoutes } from './download/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { mailingListRoutes } from './mailing-list/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { pageRoutes } from './page/routes.ts';
import { artRoutes } from './publication/routes.ts';
import { storeRoutes } from './store/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { paymentRoutes } from './payment/routes.ts';
import { receiptRoutes } from './receipt/routes.ts';
import { autorenewRoutes } from './autorenew/routes.ts';
import { cardRoutes } from './card/routes.ts';
import { subscriptionRoutes } from './subscription/routes.ts';
import { donationRoutes } from './donation/routes.ts';
import { invoiceRoutes } from './invoice/routes.ts';
import { giftRoutes } from './gift/routes.ts';
import { subscribeRoutes } from './subscribe/routes.ts';
import type { Deps } from './deps.ts';
import { healthRoutes } from './health/routes.ts';
import type { AppEnv, Routes } from './http/app-env.ts';
import { allowOrigins } from './http/allow-origins.ts';
import { guardOrigin } from './http/guard-origin.ts';
import { guardOthers } from './http/guard-others.ts';
import { limitBody } from './http/limit-body.ts';
import { observe } from './http/observe.ts';
import { onError } from './http/on-error.ts';
import { artHeaders, dataHeaders, docsHeaders } from './http/security-headers.ts';
import { guardViewOnly } from './http/view-only.ts';
import { Refusal } from './refusal.ts';

/** Each feature's routes, with their full paths. A new feature is one line here. */
const features: ((deps: Deps) => Routes)[] = [
  healthRoutes,
  metricsRoutes,
  botCheckRoutes,
  cartRoutes,
  storeRoutes,
  pageRoutes,
  mailingListRoutes,
  checkoutRoutes,
  paymentRoutes,
  mailRoutes,
  receiptRoutes,
  calendarRoutes,
  subscribeRoutes,
  giftRoutes,
  invoiceRoutes,
  cardRoutes,
  subscriptionRoutes,
  autorenewRoutes,
  donationRoutes,
  accessRoutes,
  accountRoutes,
  adminViewRoutes,
  downloadRoutes,
  oauthRoutes,
  artRoutes,
];

/** The whole HTTP service; it owns nothing, so closing is up to whoever made `deps`. */
export function createApp(deps: Deps): Routes {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound(() => {
    throw new Refusal(404, 'Not found.');
  });
  // The outermost has the last word on a header.
  app.use('/api/docs', docsHeaders);
  app.use('/api/art/*', artHeaders);
  app.use('/api/gifts/*', artHeaders);
  app.use(
    // A reader's own header must not get into the log.
    requestId({ headerName: '' }),
    observe(deps),
    dataHeaders,
    allowOrigins(deps.config.origins),
    guardOrigin(deps.config.origins),
    guardViewOnly(deps.config.cookie),
    guardOthers(deps),
    limitBody(),
  );
  for (const feature of features) app.route('/', feature(deps));
  app.route('/', docsRoutes(app, deps.config));
  return app;
}
