import { Login } from '@newsstand/contracts/access';
import type { DeskEndpoint } from '@newsstand/contracts/desk-endpoint';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { upTo } from '@newsstand/contracts/bounded';
import { InvoiceToken } from '@newsstand/contracts/checkout-endpoints';
import { ListSignup } from '@newsstand/contracts/mailing-list';
import * as v from 'valibot';
import { JOIN_LISTS } from '../letters/list-letter.ts';
import { LEAVE_LIST, UNSUBSCRIBE } from '../letters/unsubscribe.ts';

/** Whether the process lives, whether it can serve readers, and which stand-ins it uses: none in production. */
const Health = v.object({ live: v.boolean(), ready: v.boolean(), stand_ins: v.array(v.string()) });
/** Signed: whose letters they are. */
const unsubscribe = { to: upTo(100) };
const joining = { join: upTo(100) };
const nobodys = { security: [] } as const;

/** Where forms of readers without scripts post to; who opens it has the form. */
export const LOGIN_FORM = '/api/forms/login';
export const LIST_FORM = '/api/forms/list';
const form = { raw: ['application/x-www-form-urlencoded'], answer: v.unknown(), media: ['text/html'], tells_on_page: true } as const;

/** Which lists, or those that the publication names where it is left out. */
const ListTag = v.optional(v.union([upTo(100), v.pipe(v.array(upTo(100)), v.maxLength(20))]));

/** The level of the headings in a piece of HTML. */
const Level = v.optional(v.picklist(['1', '2', '3', '4', '5', '6']), '2');
const piece = { answer: v.unknown(), media: ['text/html'], answers: [200, 304], ...nobodys } as const;

/**
 * What no widget calls: files and pictures that pages link to, and what is for machines. The specification lists none
 * of it.
 */
export const ownEndpoints = {
  health: { method: 'GET', path: '/api/health', summary: 'Live and ready: it can serve readers', answer: Health, ...nobodys },
  ready: {
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Ready: send readers elsewhere while this answers 503',
    answer: Health,
    ...nobodys,
  },
  live: {
    method: 'GET',
    path: '/api/health/live',
    summary: 'Live: restart the process when this does not answer',
    answer: v.object({ live: v.boolean() }),
    ...nobodys,
  },
  /** Where a token is set (METRICS_TOKEN), it is asked for, and who has none is told that nothing is there. */
  metrics: {
    method: 'GET',
    path: '/api/metrics',
    summary: 'How the shop is doing, for Prometheus',
    answer: v.unknown(),
    media: ['text/plain'],
    refuses: [404],
    security: [['metrics']],
  },
  /**
   * Signed as text with the endpoint's secret; a signature is good for five minutes. What is no event that the service
   * waits for is taken, too.
   */
  stripeWebhook: {
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: "One event of the card provider's, with its signature",
    body: v.looseObject({}),
    raw: ['application/json'],
    answer: v.object({ received: v.boolean() }),
    security: [['provider']],
  },
  /**
   * For the mail server, which posts what comes back to a return address. The answer says nothing, whether or not there
   * is such a letter.
   */
  bounceWebhook: {
    method: 'POST',
    path: '/api/webhooks/bounces',
    summary: 'A letter that came back, to the signed address that it came back to',
    query: {
      /** `bounces+…@…`, as the letter's envelope had it. */
      to: v.optional(v.string()),
    },
    raw: ['message/rfc822'],
    answer: v.unknown(),
    answers: [204],
    security: [['return_address']],
  },
  /** The link of a letter about a new issue. It asks, and changes nothing: programs follow links. */
  askIssueLetters: {
    method: 'GET',
    path: UNSUBSCRIBE,
    summary: 'The page that asks whether letters about new issues shall end',
    query: unsubscribe,
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /** Its button, and a mail program's own (RFC 8058): nobody needs to be logged in. */
  endIssueLetters: {
    method: 'POST',
    path: UNSUBSCRIBE,
    summary: 'End the letters about new issues, by the link of one of them',
    query: unsubscribe,
    /** What a mail program sends says nothing besides; the page's button sends nothing. */
    raw: ['multipart/form-data', 'application/x-www-form-urlencoded'],
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /**
   * The link of the letter that asks whether an address wants to be on a mailing list. It asks once more, and changes
   * nothing.
   */
  askToJoinLists: {
    method: 'GET',
    path: JOIN_LISTS,
    summary: 'The page that asks whether an address shall be on the mailing lists',
    query: joining,
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /** Its button; pressed twice it is one joining. */
  joinLists: {
    method: 'POST',
    path: JOIN_LISTS,
    summary: 'Put an address on the mailing lists, by the link of the letter to it',
    query: joining,
    raw: ['multipart/form-data', 'application/x-www-form-urlencoded'],
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /** The link to leave that stands in each letter to a list, whoever mails it. */
  askToLeaveList: {
    method: 'GET',
    path: LEAVE_LIST,
    summary: 'The page that asks whether somebody shall be taken off a mailing list',
    query: unsubscribe,
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /** Its button, and a mail program's own (RFC 8058). */
  leaveList: {
    method: 'POST',
    path: LEAVE_LIST,
    summary: 'Leave a mailing list, by the link of a letter to it',
    query: unsubscribe,
    raw: ['multipart/form-data', 'application/x-www-form-urlencoded'],
    answer: v.unknown(),
    media: ['text/html'],
    refuses: [404],
  },
  /** Without scripts. `path` is the page that its reader came from. */
  loginForm: {
    method: 'GET',
    path: LOGIN_FORM,
    summary: 'The login as a form that needs no script',
    query: { path: v.optional(upTo(2000)) },
    answer: v.unknown(),
    media: ['text/html'],
    ...nobodys,
  },
  /** Its fields are `email`, `password` and `path`. Who may not log in has the form again, with what was wrong. */
  logInByForm: {
    method: 'POST',
    path: LOGIN_FORM,
    summary: 'Log in by a form, and be led on',
    ...form,
    fields: Login,
    answers: [],
    leads_on: true,
    refuses: [401, 422, 429],
  },
  listForm: {
    method: 'GET',
    path: LIST_FORM,
    summary: 'The form of the mailing list, without a script',
    query: { 'list-tag': ListTag },
    answer: v.unknown(),
    media: ['text/html'],
    ...nobodys,
  },
  /** Its fields are `email` and `list-tag`. Nobody is on a list by it: it asks for the letter that asks. */
  joinByForm: {
    method: 'POST',
    path: LIST_FORM,
    summary: 'Ask for the letter of the mailing list, by a form',
    ...form,
    fields: v.object({ ...ListSignup.entries, 'list-tag': ListTag }),
    refuses: [422, 429],
  },
  /** Says no more than its address does: whether there is such a gift, the page says (section 2, /redeem). */
  giftCode: {
    method: 'GET',
    path: '/api/gifts/{token}/qr.svg',
    summary: "The code of a gift's address, for the card that the purchaser prints",
    params: { token: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) },
    answer: v.unknown(),
    media: ['image/svg+xml'],
    ...nobodys,
  },
  /** To be kept and passed on to whoever pays the bills (section 2, /invoice). */
  invoicePdf: {
    method: 'GET',
    path: '/api/invoice/{invoice}/pdf',
    summary: 'An invoice as a PDF',
    params: { invoice: InvoiceToken },
    answer: v.unknown(),
    media: ['application/pdf'],
  },
  art: {
    method: 'GET',
    path: '/api/art/{path}',
    summary: "A picture of the publication's; with its version it may be kept for good",
    params: {
      /** Of small letters, digits, `-` and `/`, which stands in it as it is. */
      path: v.pipe(v.string(), v.regex(/^[a-z0-9/-]+\.(?:svg|png|jpg|webp|avif)$/)),
    },
    query: {
      /** The picture's version, as every address in an answer has it. */
      v: v.optional(v.string()),
    },
    answer: v.unknown(),
    media: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif'],
    answers: [200, 304],
    ...nobodys,
  },
  /**
   * What search engines and readers without scripts find where a product's widget mounts: name, price, availability,
   * description, a link. To be put there by the CMS's server; its page's address is in the header `Link`, as
   * `rel="canonical"`.
   */
  htmlProduct: {
    method: 'GET',
    path: '/api/html/product/{slug}',
    summary: 'A product as HTML, with its JSON-LD',
    params: { slug: upTo(200) },
    query: {
      heading: Level,
      /**
       * `words` for the element in which the widget mounts, `data` (JSON-LD) for the page's head: a widget takes the
       * place of all that stands in its element. Both, where it is left out.
       */
      part: v.optional(v.picklist(['words', 'data'])),
    },
    ...piece,
  },
  /** The store's products, as above. */
  htmlProducts: {
    method: 'GET',
    path: '/api/html/products',
    summary: 'The products of the store as HTML, with their JSON-LD',
    query: {
      tag: v.optional(upTo(100)),
      heading: Level,
      /** As of a product. */
      part: v.optional(v.picklist(['words', 'data'])),
    },
    ...piece,
  },
  /** An issue that is out, as above. One that is not out has no page yet: 404. */
  htmlIssue: {
    method: 'GET',
    path: '/api/html/issue/{slug}',
    summary: 'An issue as HTML, with its JSON-LD',
    params: { slug: upTo(200) },
    query: {
      heading: Level,
      /**
       * As of a product; `print` and `digital` are the price and the availability of one medium, for an element in
       * which it is added to the cart: empty where it is not sold.
       */
      part: v.optional(v.picklist(['words', 'data', 'print', 'digital'])),
    },
    ...piece,
  },
  /** What a subscription costs, by medium, level and years, and its postage: for the element of `subscribe.builder`. */
  htmlSubscriptions: {
    method: 'GET',
    path: '/api/html/subscriptions',
    summary: 'What subscriptions cost as HTML, with their JSON-LD',
    query: {
      heading: Level,
      /** As of a product. */
      part: v.optional(v.picklist(['words', 'data'])),
    },
    ...piece,
  },
  /** The tiers of donations, for the element of `subscribe.donate`. */
  htmlDonations: {
    method: 'GET',
    path: '/api/html/donations',
    summary: 'The tiers of donations as HTML',
    query: { heading: Level },
    ...piece,
  },
  /**
   * What whoever has no scripts can do instead of checking out, for the element of `checkout.page`: it says nothing of
   * any cart.
   */
  htmlCheckout: {
    method: 'GET',
    path: '/api/html/checkout',
    summary: 'How to order without scripts as HTML',
    query: { heading: Level },
    ...piece,
  },
  /** For a line `Sitemap: …` in the publication's `robots.txt`, which must not forbid it. */
  htmlSitemap: {
    method: 'GET',
    path: '/api/html/sitemap.xml',
    summary: 'The pages of products and issues, for search engines',
    answer: v.unknown(),
    media: ['application/xml'],
    answers: [200, 304],
    ...nobodys,
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    answer: v.looseObject({}),
    answers: [200, 304],
    ...nobodys,
  },
  docs: {
    method: 'GET',
    path: '/api/docs',
    summary: 'This document as a page',
    answer: v.unknown(),
    media: ['text/html'],
    answers: [200, 304],
    ...nobodys,
  },
} as const satisfies Record<string, Endpoint>;

/**
 * What the desk's own page does not call: for developers, who open it by its address, as nothing else of the desk may
 * be.
 */
export const ownDeskEndpoints = {
  deskOpenapi: {
    method: 'GET',
    path: '/api/desk/openapi.json',
    summary: 'This document',
    answer: v.looseObject({}),
    verb: 'staff',
  },
  deskDocs: {
    method: 'GET',
    path: '/api/desk/docs',
    summary: 'This document as a page',
    answer: v.unknown(),
    media: ['text/html'],
    verb: 'staff',
  },
} as const satisfies Record<string, DeskEndpoint>;
