import type { PageData } from '@newsstand/contracts/page-data';

export type State = {
  name: string;
  title: string;
  widget: 'login.page' | 'login.header' | 'login.paywall';
  /** How the pretended server answers. `never` keeps the reader waiting, `down` hangs up. */
  server: 'accept' | 'refuse' | 'fields' | 'too-many' | 'never' | 'down';
  page?: Partial<PageData>;
  pageFails?: boolean;
  hostile?: boolean;
  /** `data-…` of the mount element. */
  options?: Readonly<Record<string, string>>;
  /** The API is on another origin. */
  elsewhere?: boolean;
};

const ada = { account: { name: 'Ada Lovelace', email: 'ada@example.org' } };
const library = { institution: { entity_id: 'https://idp.harbour.example', name: 'Harbour Library' } };
const institutional = { page: 'institutional-subscriptions' } as const;

export const states: readonly State[] = [
  { name: 'page', title: 'Login page', widget: 'login.page', server: 'accept' },
  { name: 'refused', title: 'Will be refused', widget: 'login.page', server: 'refuse' },
  { name: 'fields', title: 'Errors by field', widget: 'login.page', server: 'fields' },
  { name: 'too-many', title: 'Too many attempts', widget: 'login.page', server: 'too-many' },
  { name: 'sending', title: 'Answer never comes', widget: 'login.page', server: 'never' },
  { name: 'unreachable', title: 'Server down', widget: 'login.page', server: 'down' },
  {
    name: 'plain',
    title: 'Without Google and institutions',
    widget: 'login.page',
    server: 'accept',
    page: { logins: ['password', 'email-code'] },
  },
  { name: 'institution', title: 'Institutional page', widget: 'login.page', server: 'accept', page: institutional },
  { name: 'institution-down', title: 'Institutional page, server down', widget: 'login.page', server: 'down', page: institutional },
  { name: 'logged-in', title: 'Logged in', widget: 'login.page', server: 'accept', page: ada },
  { name: 'at-library', title: 'Through an institution', widget: 'login.page', server: 'accept', page: library },
  { name: 'header', title: 'Header', widget: 'login.header', server: 'refuse', page: { page: 'article' } },
  { name: 'header-logged-in', title: 'Header, logged in', widget: 'login.header', server: 'accept', page: { page: 'article', ...ada } },
  { name: 'paywall', title: 'Paywall', widget: 'login.paywall', server: 'accept', page: { page: 'article' } },
  { name: 'paywall-held', title: 'Paywall, no subscription', widget: 'login.paywall', server: 'accept', page: { page: 'article', ...ada } },
  {
    name: 'in-place',
    title: 'In place',
    widget: 'login.page',
    server: 'accept',
    page: { page: 'checkout' },
    options: { inPlace: '' },
  },
  { name: 'elsewhere', title: 'On another site', widget: 'login.page', server: 'accept', page: { page: 'article' }, elsewhere: true },
  { name: 'failed', title: 'Failed load', widget: 'login.page', server: 'accept', pageFails: true },
  { name: 'hostile', title: 'Hostile page', widget: 'login.page', server: 'refuse', hostile: true },
];
