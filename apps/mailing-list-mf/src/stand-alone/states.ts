/** How the pretended server answers a sign-up. `never` keeps the reader waiting, `down` hangs up. */
type Signup = 'accept' | 'refuse' | 'never' | 'down' | 'no-bot-check';

export type State = {
  name: string;
  title: string;
  widget: 'mailing-list.form' | 'mailing-list.popup';
  signup: Signup;
  /** Fills in and sends the form at once, to show what comes after. */
  submitted?: boolean;
  pageFails?: boolean;
  hostile?: boolean;
  /** The popup's own delay, instead of none. */
  late?: boolean;
  page?: 'checkout' | 'mailing-list';
};

export const states: readonly State[] = [
  { name: 'fresh', title: 'Fresh', widget: 'mailing-list.form', signup: 'accept' },
  { name: 'refusing', title: 'Will be refused', widget: 'mailing-list.form', signup: 'refuse' },
  { name: 'sending', title: 'Sending', widget: 'mailing-list.form', signup: 'never', submitted: true },
  { name: 'refused', title: 'Refused', widget: 'mailing-list.form', signup: 'refuse', submitted: true },
  { name: 'success', title: 'Success', widget: 'mailing-list.form', signup: 'accept', submitted: true },
  { name: 'unreachable', title: 'Server down', widget: 'mailing-list.form', signup: 'down', submitted: true },
  { name: 'no-bot-check', title: 'No bot check', widget: 'mailing-list.form', signup: 'no-bot-check', submitted: true },
  { name: 'failed', title: 'Failed load', widget: 'mailing-list.form', signup: 'accept', pageFails: true },
  { name: 'popup', title: 'Popup', widget: 'mailing-list.popup', signup: 'accept' },
  { name: 'popup-refused', title: 'Popup, refused', widget: 'mailing-list.popup', signup: 'refuse' },
  { name: 'popup-checkout', title: 'Popup on the check-out page (none)', widget: 'mailing-list.popup', signup: 'accept', page: 'checkout' },
  { name: 'popup-late', title: 'Popup, after 20 seconds', widget: 'mailing-list.popup', signup: 'accept', late: true },
  { name: 'hostile', title: 'Hostile page', widget: 'mailing-list.form', signup: 'refuse', hostile: true },
  { name: 'hostile-popup', title: 'Hostile page, popup', widget: 'mailing-list.popup', signup: 'accept', hostile: true },
];
