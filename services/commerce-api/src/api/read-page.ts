import { ownPathWords, pageAt } from '@newsstand/contracts/paths';
import type { PageData, PageName } from '@newsstand/contracts/page-data';
import type { Reader } from '@newsstand/contracts/reader';
import { type LinkedCoupon, pickSwag, type SubscribeOptions } from '@newsstand/contracts/subscribe';
import { readSubscriber } from '../account/read-subscriber.ts';
import { readHeldIssues } from '../files/read-held-issues.ts';
import { readReceipt } from '../files/read-receipt.ts';
import { readInvoice } from '../payments/invoices/read-invoice.ts';
import { listTagsOf } from '../letters/list-names.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { defaultZone } from '../publication/default-zone.ts';
import type { PublishedData } from '../publication/published-data.ts';
import { shippingConfig } from '../publication/shipping-config.ts';
import { loginTabs } from '../rules/access/login-tabs.ts';
import { readRenewing } from '../shop/builder/read-renewing.ts';
import { lookUpCoupon } from '../shop/cart/look-up-coupon.ts';
import { readSessionCart } from '../shop/cart/read-cart.ts';
import { readLastOrder } from '../shop/check-out/read-last-order.ts';
import { readRedeem } from '../shop/redeem/read-redeem.ts';
import { readIssues } from '../shop/store/read-issues.ts';
import { readProducts } from '../shop/store/read-products.ts';
import { isAnothers } from './guard-others.ts';
import { type PagePart, pageNeeds } from './page-parts.ts';
import { accountText } from '../publication/texts/account-texts.ts';
import { cardText } from '../publication/texts/card-texts.ts';
import { words, wordRefusal } from '../publication/texts/words.ts';

/**
 * `widgets` names those that stand on the page, `session` is the hash of the reader's session, `network` where it comes
 * from, `slug` names a product,
 * `token` a receipt or a gift, `code` a coupon.
 */
export type PageRequest = {
  name: PageName;
  widgets: string | undefined;
  session: string | null;
  network: string;
  at: string | undefined;
  slug: string | undefined;
  token: string | undefined;
  code: string | undefined;
};

/**
 * Everything that a page's widgets need (section 7), in a handful of statements; `seen` is the session's last visit.
 */
export async function readPage(deps: Deps, request: PageRequest): Promise<{ page: PageData; seen: Date | null }> {
  const { cart, seen, revision, reader, accountId } = await readSessionCart(deps, request.session);
  const publication = await deps.publication.at(revision);
  const { stripe, standIns } = deps.config;
  const { page: name, parts, widgets } = pageNeeds(request.name, request.widgets ?? '');
  // Only an empty cart leaves the reader asking where their order went.
  if (cart.billing.a.length > 0) parts.delete('last_order');
  const page = {
    page: name,
    widgets,
    publication: publicationInfo(publication, reader),
    cart,
    ...reader,
    logins: loginTabs(publication, deps.config.access),
    bot_check: deps.botCheck.client,
    stripe: { pubkey: stripe.publishableKey, script: stripe.script },
    stand_ins: standIns,
    ...(await readParts(deps, aboutOf(request, publication), parts, publication, accountId)),
  };
  return { page, seen };
}

/**
 * What the page is about: as its template says, or as its address does; a `token` in that is one, also where it is no
 * address of the publication's map.
 */
function aboutOf(request: PageRequest, { paths }: PublishedData): PageRequest & { issue?: string } {
  const at = request.at ?? '';
  const { page, value } = pageAt(paths, at) ?? {};
  if (value && page === 'product') return { ...request, slug: request.slug || value };
  if (value && page === 'issue') return { ...request, issue: value };
  const token = request.token || value || URL.parse(at, 'http://site.invalid')?.searchParams.get('token');
  return token ? { ...request, token } : request;
}

/** What only some widgets use; `account` is the one that is logged in: nothing is asked about nobody's. */
async function readParts(
  deps: Deps,
  { slug, token, code, session, network, issue }: ReturnType<typeof aboutOf>,
  parts: ReadonlySet<PagePart>,
  publication: PublishedData,
  account: string | null,
): Promise<Partial<PageData>> {
  const products = parts.has('goods') ? await readProducts(deps) : [];
  const self =
    account !== null && (parts.has('subscriber') || parts.has('payment_info'))
      ? ((await readSubscriber(deps, session))?.subscriber ?? null)
      : null;
  const held = issue !== undefined && parts.has('held_issues') ? await readHeldIssues(deps, session, issue) : [];
  return {
    ...(parts.has('goods') && { products, issues: await readIssues(deps) }),
    ...(held.length > 0 && { held_issues: held }),
    ...(parts.has('product') && { product: products.find((product) => product.slug === slug) ?? null }),
    ...(parts.has('last_order') && { last_order: await readLastOrder(deps, session) }),
    ...(parts.has('receipt') && { receipt: token === undefined ? null : await readReceipt(deps, token) }),
    ...(parts.has('invoice') && {
      invoice: token === undefined || (await isAnothers(deps, session, [token])) ? null : await readInvoice(deps, token),
      business: publication.business,
    }),
    ...(parts.has('payment_info') && { payment_info: self?.payment_info ?? null }),
    ...(parts.has('subscriber') && { subscriber: self }),
    // What is bought beside a donation is sent where the publication sends to.
    ...(parts.has('shipping_everywhere') && { shipping: shippingConfig(publication.zones, { inclusive: true }) }),
    ...(parts.has('shipping') && { shipping: shippingConfig(publication.zones, { inclusive: false }) }),
    ...(parts.has('subscribe') && { subscribe: await subscribeOptions(deps, publication, network, code) }),
    ...(parts.has('renew') && { renew: await readRenewing(deps, account) }),
    ...(parts.has('lists') && { lists: listTagsOf(publication.lists) ?? undefined }),
    ...(parts.has('redeem') && { redeem: await readRedeem(deps, token, session) }),
  };
}

/** What the builder's pages offer; `code` is the coupon that a link brings, if it is one. */
async function subscribeOptions(
  deps: Deps,
  publication: PublishedData,
  network: string,
  code: string | undefined,
): Promise<SubscribeOptions> {
  return {
    pricing: publication.prices,
    donation_tiers: publication.donation_tiers,
    swag: pickSwag(await readProducts(deps, 'swag')),
    ...(code ? await linkedCoupon(deps, publication, network, code) : { coupon: null }),
  };
}

/** Whose network has guessed too often gets the page all the same, without the coupon, and is told why. */
async function linkedCoupon(deps: Deps, publication: PublishedData, network: string, code: string): Promise<LinkedCoupon> {
  try {
    return { coupon: await lookUpCoupon(deps, network, code, publication) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 429)
      return { coupon: null, coupon_refusal: { ...wordRefusal(error.texts, publication), retry_after: error.retryAfter ?? 0 } };
    throw error;
  }
}

function publicationInfo(publication: PublishedData, reader: Reader): PageData['publication'] {
  const { name, settings, messages, paths } = publication;
  const { support_address, checkout_later, add_donation, add_products, payment_methods, default_donation } = settings;
  return {
    name,
    support_address,
    settings: {
      checkout_later,
      add_donation,
      add_products,
      payment_methods,
      default_donation,
      default_shipcode: defaultZone({ settings }),
    },
    // Section 8's text, for an answer that is an error and says nothing: what remotes share does not know whom to write
    // to.
    messages: {
      'ui.failed': words(cardText('failed'), publication),
      ...messages,
      ...ownPathWords(paths),
      ...institutionWords(reader, publication),
    },
  };
}

/**
 * Who reads through an institution is nobody to the account's pages, and would be told to log in as if they were not.
 */
function institutionWords({ account, institution }: Reader, publication: PublishedData): Record<string, string> {
  return institution && !account
    ? { 'account.log_in_text': words(accountText('institution', { name: institution.name }), publication) }
    : {};
}
