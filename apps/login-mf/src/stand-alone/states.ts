import type { StandAloneState } from '@newsstand/build/stand-alone';
import type { PageData } from '@newsstand/contracts/page-data';

export type State = StandAloneState & {
  widget: 'login.page' | 'login.header' | 'login.paywall';
  /** How the pretended server answers. `never` keeps the reader waiting, `down` hangs up. */
  server: 'accept' | 'refuse' | 'fields' | 'too-many' | 'never' | 'down';
  page?: Partial<PageData>;
  pageFails?: boolean;
  /** `data-…` of the mount element. */
  options?: Readonly<Record<string, string>>;
  /** The account's subscription ran out. */
  expired?: boolean;
  /** Nobody is logged in before a code was given. */
  stranger?: boolean;
  /** The API is on another origin. */
  elsewhere?: boolean;
};

const ada = { account: { name: 'Ada Lovelace', email: 'ada@example.org' } };
const library = { institution: { entity_id: 'https://idp.harbour.example', name: 'Harbour Library' } };
const institutional = { page: 'institutional-subscriptions' } as const;
const article = { page: 'article' } as const;

export const states = {
  page: { title: 'Login page', widget: 'login.page', server: 'accept' },
  refused: { title: 'Will be refused', widget: 'login.page', server: 'refuse' },
  fields: { title: 'Errors by field', widget: 'login.page', server: 'fields' },
  'too-many': { title: 'Too many attempts', widget: 'login.page', server: 'too-many' },
  sending: { title: 'Answer never comes', widget: 'login.page', server: 'never' },
  unreachable: { title: 'Server down', widget: 'login.page', server: 'down' },
  plain: { title: 'Without Google and institutions', widget: 'login.page', server: 'accept', page: { logins: ['password', 'email-code'] } },
  institution: { title: 'Institutional page', widget: 'login.page', server: 'accept', page: institutional },
  'institution-down': { title: 'Institutional page, server down', widget: 'login.page', server: 'down', page: institutional },
  'institution-logged-in': {
    title: 'Institutional page, logged in',
    widget: 'login.page',
    server: 'accept',
    page: { ...institutional, ...ada },
  },
  'logged-in': { title: 'Logged in', widget: 'login.page', server: 'accept', page: ada },
  'at-library': { title: 'Through an institution', widget: 'login.page', server: 'accept', page: library },
  header: { title: 'Header', widget: 'login.header', server: 'refuse', page: article },
  'header-logged-in': { title: 'Header, logged in', widget: 'login.header', server: 'accept', page: { ...article, ...ada } },
  'header-right-to-left': {
    title: 'Header, a long name from right to left',
    widget: 'login.header',
    server: 'accept',
    page: { ...article, account: { name: 'عبد الرحمن بن محمد بن عبد العزيز الأنصاري', email: 'ada@example.org' } },
  },
  'header-at-library': {
    title: 'Header, through an institution',
    widget: 'login.header',
    server: 'accept',
    page: { ...article, ...library },
  },
  'header-both': {
    title: 'Header, an account and an institution',
    widget: 'login.header',
    server: 'accept',
    page: { ...article, ...ada, ...library },
  },
  'header-in-place': {
    title: 'Header, in place',
    widget: 'login.header',
    server: 'accept',
    page: article,
    options: { inPlace: '' },
    stranger: true,
  },
  'header-too-many': { title: 'Header, too many attempts', widget: 'login.header', server: 'too-many', page: article },
  paywall: { title: 'Paywall', widget: 'login.paywall', server: 'accept', page: article },
  'paywall-held': { title: 'Paywall, no subscription', widget: 'login.paywall', server: 'accept', page: { ...article, ...ada } },
  'paywall-expired': {
    title: 'Paywall, a subscription that ran out',
    widget: 'login.paywall',
    server: 'accept',
    page: { ...article, ...ada },
    expired: true,
  },
  'in-place': { title: 'In place', widget: 'login.page', server: 'accept', page: { page: 'checkout' }, options: { inPlace: '' } },
  elsewhere: { title: 'On another site', widget: 'login.page', server: 'accept', page: article, elsewhere: true },
  failed: { title: 'Failed load', widget: 'login.page', server: 'accept', pageFails: true },
} satisfies Record<string, State>;

export type StateName = keyof typeof states;
