import {
  endSession,
  endSessions,
  entitlement,
  handoff,
  identityProviders,
  login,
  logout,
  resetConfirm,
  resetPassword,
  session,
  sessions,
  signin,
  signinVerify,
} from './access.ts';
import { deleteAccount, deleteCode, deletePreview, exportAccount } from './account-data-endpoints.ts';
import {
  changeAddress,
  changeDonation,
  changeName,
  claimSubscription,
  issueLetters,
  confirmEmail,
  deleteAddress,
  download,
  openAdminView,
  resetEmail,
  saveAddress,
  stopDonation,
  subscriber,
  withdrawEmail,
} from './account-endpoints.ts';
import { botChallenge } from './bot-check.ts';
import { autorenew, deleteCard, donationRestart, donationSetup, keepCard, paymentSetup } from './card-endpoints.ts';
import { addToCart, changeQuantity, removeFromCart } from './cart-endpoints.ts';
import { charge } from './charge.ts';
import { checkout, checkoutStatus, getCart, invoiceCheckout } from './checkout-endpoints.ts';
import { listSignup } from './mailing-list.ts';
import { page } from './page-data.ts';
import { creditNotePdf, receipt, receiptFile, receiptPdf } from './receipt-endpoints.ts';
import { product, products, shippingConfig } from './store-endpoints.ts';
import { coupon, donate, redeem, renew, subscribe } from './subscribe-endpoints.ts';
import { subscriptionSettings, updateSubscription } from './upgrade-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

export type { Endpoint } from './endpoint.ts';

/** The calls of the invoice page (section 7). `{invoice}` is the invoice's token: its number can be guessed. */
const ofInvoices = { invoiceCheckout };

/** The calls of the subscription builder, as they stand in the endpoint table (section 7). */
const ofBuilder = { subscribe, renew, donate, coupon, redeem };

/** The calls of login, logout and sessions, as they stand in the endpoint table (section 7). */
const ofLogin = {
  login,
  signin,
  signinVerify,
  resetPassword,
  resetConfirm,
  handoff,
  session,
  sessions,
  endSessions,
  endSession,
  logout,
  identityProviders,
  entitlement,
};

/**
 * The calls of the account, as they stand in the endpoint table (section 7). Each refuses (401) whoever is not logged
 * in, unless it says otherwise.
 */
const ofAccount = {
  subscriber,
  changeName,
  claimSubscription,
  issueLetters,
  resetEmail,
  confirmEmail,
  withdrawEmail,
  saveAddress,
  changeAddress,
  deleteAddress,
  changeDonation,
  stopDonation,
  exportAccount,
  deletePreview,
  deleteCode,
  deleteAccount,
  download,
  receiptPdf,
  creditNotePdf,
  receiptFile,
  openAdminView,
};

/**
 * The calls of the means of payment on record and of renewing by itself, as they stand in the endpoint table (section
 * 7). A donation's token stands for its donor.
 */
const ofCards = { paymentSetup, keepCard, deleteCard, autorenew, donationSetup, donationRestart };

/** The calls that change a subscription, as they stand in the endpoint table (section 7). */
const ofUpgrades = { subscriptionSettings, updateSubscription };

/** The call of the page behind a letter's link (section 4, checkout flow: `authorize-card`). */
const ofCharges = { charge };

/**
 * The calls of the cart, the check-out and the store, and the data of pages, as they stand in the endpoint table
 * (section 7).
 */
export const endpoints = {
  getCart,
  addToCart,
  changeQuantity,
  removeFromCart,
  checkout,
  checkoutStatus,
  shippingConfig,
  products,
  product,
  receipt,
  page,
  botChallenge,
  listSignup,
  ...ofInvoices,
  ...ofBuilder,
  ...ofLogin,
  ...ofAccount,
  ...ofCards,
  ...ofUpgrades,
  ...ofCharges,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;
