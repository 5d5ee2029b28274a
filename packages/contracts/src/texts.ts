import { LOG_IN_FIRST } from './access.ts';
import { CHOOSE_COUNTRY, ONE_LINE } from './address.ts';
import { MUST_NOT_BE_BLANK } from './blank.ts';
import { TOO_LONG } from './bounded.ts';
import { COUPON_MESSAGES, FOR_MEDIUM } from './coupon.ts';
import { NOT_AN_ADDRESS } from './email.ts';
import { PROVE_FIRST, WITHDRAWN_BEFORE } from './email-change-texts.ts';
import { PASSWORD_LONG, PASSWORD_SHORT, PASSWORDS_DIFFER } from './new-password.ts';
import { RENEWAL_NOT_NECESSARY } from './subscription.ts';
import { TOO_MANY_ATTEMPTS } from './too-many-attempts.ts';

/**
 * Every text with which the service refuses, and with which a page's form does before it asks: a publication's
 * `messages` override them by key, as
 * `api.blank`. What the service says with more in it has a catalogue beside its feature.
 */
export const API_TEXTS = {
  // Fields of forms.
  blank: MUST_NOT_BE_BLANK,
  not_valid: 'This value is not valid.',
  wrong_text: 'Must be text.',
  wrong_number: 'Must be a number.',
  wrong_boolean: 'Must be true or false.',
  wrong_list: 'Must be a list.',
  wrong_object: 'Must be an object.',
  too_long: TOO_LONG,
  one_line: ONE_LINE,
  email: NOT_AN_ADDRESS,
  country: CHOOSE_COUNTRY,
  password_short: PASSWORD_SHORT,
  password_long: PASSWORD_LONG,
  password_too_long: 'That password is too long.',
  password_common: 'This password is one of the first that anybody would try. Please choose another.',
  password_personal: 'A password should not be your name or your email address.',
  passwords_differ: PASSWORDS_DIFFER,
  code_digits: 'Enter the code of {n} digits.',
  dollars: 'Must be a whole number of dollars, at least {n}.',
  dollars_most: 'Must be at most ${n}.',
  quantity: 'Must be a whole number from 1 to {n}.',
  gifts_of_a_kind: 'At most {n} gifts of a kind.',
  gifts_in_order: 'At most {n} gifts in one order.',
  lines_in_cart: 'At most {n} different things in one cart.',
  card_again: 'Please enter your card again.',
  total_missing: 'The total is missing.',
  // Carts.
  line_gone: 'This item is no longer in your cart.',
  not_available: 'This item is not available.',
  out_of_stock: 'OUT OF STOCK',
  held: 'IN SOMEBODY’S CART',
  nothing_to_renew: 'There is no subscription to renew yet. Please subscribe first.',
  choose_renewal: 'Choose what to renew.',
  coupon_applied: COUPON_MESSAGES.applied,
  coupon_unable: COUPON_MESSAGES.unable,
  coupon_not_renewals: COUPON_MESSAGES.not_renewals,
  coupon_not_new: COUPON_MESSAGES.not_new,
  coupon_not_this: COUPON_MESSAGES.not_this,
  coupon_too_many: COUPON_MESSAGES.too_many,
  coupon_print: FOR_MEDIUM.print,
  coupon_digital: FOR_MEDIUM.digital,
  renewal_not_necessary: RENEWAL_NOT_NECESSARY,
  // Logging in.
  log_in: 'Please log in.',
  log_in_again: 'Please log in again.',
  log_in_first: LOG_IN_FIRST,
  wrong_login: 'The email or password is not correct.',
  wrong_password: 'That password is not correct.',
  wrong_code: 'That code is not correct.',
  too_many_codes: TOO_MANY_ATTEMPTS,
  too_many_attempts: 'Too many attempts. Please try again in {n} minutes.',
  too_many_attempts_hours: 'Too many attempts. Please try again in {n} hours.',
  too_many_codes_asked:
    'Too many codes were asked for. Try again in {n} minutes, or set a new password by mail: that link works whoever asked for it.',
  too_many_links_asked:
    'Too many links were asked for. If this address has an account, its newest letter holds one that works; otherwise try again in {n} minutes.',
  too_many_letters: 'Too many letters were asked for from your network. Try again in {n} minutes, or from another network.',
  has_account: 'This address has an account already. Please log in with it.',
  reset_sent: 'If there is an account with this address, a link to set its password is on its way.',
  reset_used: 'This link has expired or was already used. Please request a new one.',
  new_one: 'Please request a new one.',
  not_human: 'We could not check that you are human. Please try again.',
  no_institution: 'There is no such institution.',
  // The account.
  code_old: 'This code is too old. Please ask for a new one.',
  code_replaced: 'A newer code was sent since, so this one does not work any more. Please ask for a new one here.',
  code_used: 'This code was used already. Please ask for a new one.',
  wrong_passwords: 'Too many wrong passwords. Please try again in {n} minutes.',
  password_gone: 'Your account has no password any more. Please load this page again: a code is asked for instead.',
  deletion_changed: 'Your account changed meanwhile, in another tab or browser. Please read again what goes with it, and then delete it.',
  payment_under_way: 'A payment of yours is on its way. Please delete your account when it has arrived.',
  country_of_other_zone: 'This country belongs to another shipping category.',
  zone_not_used: 'Your subscription does not use this shipping category.',
  address_needed: 'Your subscription is posted to this address, so it cannot be deleted. You can change it.',
  change_used: 'This link does not work any more. Please request the change again.',
  change_withdrawn: WITHDRAWN_BEFORE,
  prove_first: PROVE_FIRST,
  address_taken: 'There is an account with this address already.',
  claim_wrong:
    'No subscription by post has this number and goes to this postal code. Both are as your newest label or renewal letter has them.',
  claim_waits: 'That is yours. An issue is coming out just now, so it cannot be brought to your account yet: please try again in an hour.',
  donation_unchangeable: 'This donation has ended, so its amount cannot be changed.',
  donation_ended: 'This monthly donation has ended, and nothing more is charged.',
  donation_ended_month:
    'This monthly donation has ended. One month is still on its way: your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email.',
  name_changed: changed('Your name was'),
  address_changed: changed('This address was'),
  donation_changed: changed('This donation was'),
  payment_changed: changed('What is on record was'),
  subscription_changed: changed('This subscription was'),
  view_only: "View only: you are looking at a reader's account, and nothing can be changed. Log out to end the look.",
  look_used: 'This link does not work any more. Please make a new one.',
  issue_link_expired: 'This link has expired. Please open your account page again, and download the issue from there.',
  receipt_link_expired: 'This link has expired. Please open your receipt again, and download the issue from there.',
  // Anything else.
  no_list: 'There is no such list.',
  not_found: 'Not found.',
  unreachable: 'The shop cannot be reached at the moment. Please try again in a minute.',
  busy: 'The service is busy. Please try again in {n} seconds.',
  too_large: 'The request is too large.',
  unreadable: 'The request could not be read.',
  // What no page of ours sends.
  json_or_form: 'Send JSON or a form.',
  foreign_page: 'This page may not do that.',
  zone: 'Must be a, b or c.',
  payment_choice: 'Must be use-card or add-card.',
  total_whole: 'The total must be a whole number of cents, at least {n}.',
  change_of_cart: 'Must be add, membership or coupon.',
  line_type: 'Must be a type of cart line.',
  good_type: 'Must be a type of good.',
  ref: 'Must be a ref such as prd:mug, sze:shirt-m or iss:12.',
  ref_of_type: 'Does not fit the type of the item.',
  line_or_all: 'Name a line, or all.',
  medium: 'Must be print or digital.',
  deliverable: 'Must be digital, print-a, print-b or print-c.',
  level: 'Must be low or high.',
  term: 'Must be 1year, 2year, 3year or lifetime.',
  process: 'Must be onetime or monthly-init.',
  one_path: 'Must be one path.',
  proof: 'Must be password or code.',
  signature: 'The signature does not fit.',
  not_ready: 'Not ready.',
} as const;

function changed(what: string): string {
  return `${what} changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.`;
}
