import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { LEAVE_LIST, UNSUBSCRIBE } from '../letters/unsubscribe.ts';
import { allowOrigins } from '../platform/http/allow-origins.ts';
import type { AppEnv, Routes } from '../platform/http/app-env.ts';
import { guardHost } from '../platform/http/guard-host.ts';
import { guardOrigin } from '../platform/http/guard-origin.ts';
import { limitBody } from '../platform/http/limit-body.ts';
import { allowing } from '../platform/http/origins.ts';
import { noteServed } from '../platform/http/note-served.ts';
import { observe } from '../platform/http/observe.ts';
import { refuseUnreadable } from '../platform/http/refuse-unreadable.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { guardViewOnly } from '../platform/http/view-only.ts';
import type { Deps } from '../publication/deps.ts';
import { accessRoutes } from './access-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { adminViewRoutes } from './admin-view-routes.ts';
import { artRoutes } from './art-routes.ts';
import { autorenewRoutes } from './autorenew-routes.ts';
import { botCheckRoutes } from './bot-check-routes.ts';
import { chargeRoutes } from './charge-routes.ts';
import { cardRoutes } from './card-routes.ts';
import { cartRoutes } from './cart-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { docsRoutes } from './docs-routes.ts';
import { donationRoutes } from './donation-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { formRoutes } from './form-routes.ts';
import { giftRoutes } from './gift-routes.ts';
import { guardOthers } from './guard-others.ts';
import { healthRoutes } from './health-routes.ts';
import { htmlRoutes } from './html-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { issueLetterRoutes } from './issue-letter-routes.ts';
import { linksForPeople } from './letter-page.ts';
import { mailRoutes } from './mail-routes.ts';
import { mailingListRoutes } from './mailing-list-routes.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { onError } from './on-error.ts';
import { pageRoutes } from './page-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { artHeaders, dataHeaders, docsHeaders, lettersHeaders } from './security-headers.ts';
import { storeRoutes } from './store-routes.ts';
import { subscribeRoutes } from './subscribe-routes.ts';
import { apiText } from '../platform/http/api-text.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

/** Each feature's routes, with their full paths. A new feature is one line here. */
const features: ((deps: Deps) => Routes)[] = [
  healthRoutes,
  metricsRoutes,
  botCheckRoutes,
  cartRoutes,
  storeRoutes,
  pageRoutes,
  mailingListRoutes,
  formRoutes,
  checkoutRoutes,
  paymentRoutes,
  mailRoutes,
  receiptRoutes,
  chargeRoutes,
  subscribeRoutes,
  giftRoutes,
  invoiceRoutes,
  cardRoutes,
  subscriptionRoutes,
  autorenewRoutes,
  issueLetterRoutes,
  donationRoutes,
  accessRoutes,
  accountRoutes,
  adminViewRoutes,
  downloadRoutes,
  oauthRoutes,
  artRoutes,
  htmlRoutes,
  ({ config }) => docsRoutes(config),
];

/** What a mail program posts (RFC 8058): a server mostly, and some webmail from a page of its own. */
const ONE_CLICK = [UNSUBSCRIBE, LEAVE_LIST];

/** The whole HTTP service; it owns nothing, so closing is up to whoever made `deps`. */
export function createApp(deps: Deps): Routes {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound(() => {
    throw new Refusal(404, apiText('not_found'));
  });
  // The outermost has the last word on a header.
  app.use('/api/docs', docsHeaders);
  app.use('/api/letters/*', lettersHeaders);
  app.use('/api/forms/*', lettersHeaders);
  app.use('/api/art/*', artHeaders);
  app.use('/api/gifts/*', artHeaders);
  app.use(
    // A reader's own header must not get into the log.
    requestId({ headerName: '' }),
    observe(deps),
    noteServed(deps),
    dataHeaders,
    guardHost(deps),
    allowOrigins(allowing(deps.config.origins, deps.config.local)),
    refuseUnreadable,
    // A page of the API's own has a button, too (`letterPage`).
    guardOrigin(allowing([...deps.config.origins, deps.config.access.apiUrl], deps.config.local), ONE_CLICK),
    guardViewOnly(deps.config.cookie),
    guardOthers(deps),
    limitBody(),
  );
  app.use('/api/letters/*', linksForPeople(deps));
  for (const feature of features) app.route('/', feature(deps));
  return app;
}
