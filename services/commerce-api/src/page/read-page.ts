import type { PageData, PageName } from '@newsstand/contracts/page-data';
import { pickSwag, type SubscribeOptions } from '@newsstand/contracts/subscribe';
import { ownWords } from '@newsstand/contracts/texts';
import { loginTabs } from '../access/login-tabs.ts';
import { readSubscriber } from '../account/read-subscriber.ts';
import { readSessionCart } from '../cart/read-cart.ts';
import { findUsableCoupon } from '../coupon/find-usable-coupon.ts';
import { readLastOrder } from '../checkout/read-last-order.ts';
import type { Deps } from '../deps.ts';
import { readRedeem } from '../gift/read-redeem.ts';
import { isAnothers } from '../http/guard-others.ts';
import type { PublishedData } from '../publication/published-data.ts';
import { readInvoice } from '../invoice/read-invoice.ts';
import { readReceipt } from '../receipt/read-receipt.ts';
import { readRenewing } from '../subscribe/read-renewing.ts';
import { readIssues } from '../store/read-issues.ts';
import { readProduct, readProducts } from '../store/read-products.ts';
import { shippingConfig } from '../store/shipping-config.ts';

/** `session` is the hash of the reader's session, `slug` names a product, `token` a receipt or a gift, `code` a coupon. */
export type PageRequest = {
  name: PageName;
  session: string | null;
  slug: string | undefined;
  token: string | undefined;
  code: string | undefined;
};

/** Everything that a page's widgets need (section 7), in a handful of statements; `seen` is the session's last visit. */
export async function readPage(deps: Deps, request: PageRequest): Promise<{ page: PageData; seen: Date | null }> {
  const { cart, seen, revision, reader } = await readSessionCart(deps, request.session);
  const publication = await deps.publication.at(revision);
  const { stripe, standIns } = deps.config;
  const page = {
    page: request.name,
    publication: publicationInfo(publication),
    cart,
    ...reader,
    logins: loginTabs(publication, deps.config.access),
    bot_check: deps.botCheck.client,
    stripe: { pubkey: stripe.publishableKey, script: stripe.script },
    stand_ins: standIns,
    ...(await parts(deps, request, publication)),
    // Only an empty cart leaves the reader asking where their order went.
    ...(request.name === 'checkout' && cart.billing.a.length === 0 && { last_order: await readLastOrder(deps, request.session) }),
  };
  return { page, seen };
}

/** What only some pages use. Goods can be put into the cart from the front page and from articles too. */
async function parts(
  deps: Deps,
  { name, slug, token, code, session }: PageRequest,
  publication: PublishedData,
): Promise<Partial<PageData>> {
  const { zones } = publication;
  switch (name) {
    case 'front':
    case 'article':
    case 'store':
      return { products: await readProducts(deps), issues: await readIssues(deps) };
    case 'product':
      return {
        product: slug === undefined ? null : await readProduct(deps, slug),
        products: await readProducts(deps),
        issues: await readIssues(deps),
      };
    case 'checkout':
      return { shipping: shippingConfig(zones, { inclusive: false }) };
    case 'receipts':
      return { receipt: token === undefined || (await isAnothers(deps, session, [token])) ? null : await readReceipt(deps, token) };
    case 'invoice':
      return {
        invoice: token === undefined || (await isAnothers(deps, session, [token])) ? null : await readInvoice(deps, token),
        business: publication.business,
        payment_info: (await subscriberOf(deps, session))?.payment_info ?? null,
      };
    case 'mailing-list':
    case 'login':
    case 'institutional-subscriptions':
      return {};
    case 'account':
    case 'account-name':
    case 'account-email':
    case 'account-payment':
    case 'account-donation':
      return { subscriber: await subscriberOf(deps, session) };
    case 'account-address':
    case 'account-subscription':
      return { shipping: shippingConfig(zones, { inclusive: false }), subscriber: await subscriberOf(deps, session) };
    case 'subscribe':
    case 'renew':
      return {
        shipping: shippingConfig(zones, { inclusive: false }),
        subscribe: await subscribeOptions(deps, publication, code),
        renew: await readRenewing(deps, session),
        ...(name === 'renew' && { payment_info: (await subscriberOf(deps, session))?.payment_info ?? null }),
      };
    case 'redeem':
      return {
        shipping: shippingConfig(zones, { inclusive: false }),
        redeem: await readRedeem(deps, token, session),
        renew: await readRenewing(deps, session),
        payment_info: (await subscriberOf(deps, session))?.payment_info ?? null,
      };
    case 'donate':
      // Section 9: a donation shows all countries.
      return { shipping: shippingConfig(zones, { inclusive: true }), subscribe: await subscribeOptions(deps, publication, code) };
  }
}

async function subscriberOf(deps: Deps, session: string | null): Promise<PageData['subscriber']> {
  return (await readSubscriber(deps, session))?.subscriber ?? null;
}

/** What the builder's pages offer; `code` is the coupon that a link brings, if it is one. */
async function subscribeOptions(
  deps: Deps,
  { prices, donation_tiers, coupons }: PublishedData,
  code: string | undefined,
): Promise<SubscribeOptions> {
  return {
    pricing: prices,
    donation_tiers,
    swag: pickSwag(await readProducts(deps, 'swag')),
    coupon: code === undefined ? null : await findUsableCoupon(deps, coupons, code),
  };
}

function publicationInfo({ name, settings, messages }: PublishedData): PageData['publication'] {
  const { support_address, checkout_later, add_donation, add_products } = settings;
  return {
    name,
    support_address,
    settings: { checkout_later, add_donation, add_products },
    messages: { ...messages, ...ownWords(messages) },
  };
}
