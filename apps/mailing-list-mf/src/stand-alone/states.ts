import type { StandAloneState } from '@newsstand/build/stand-alone';

export type State = StandAloneState & {
  widget: 'mailing-list.form' | 'mailing-list.popup';
  /** How the pretended server answers a sign-up. `never` keeps the reader waiting, `down` hangs up. */
  signup: 'accept' | 'refuse' | 'never' | 'down' | 'no-bot-check';
  /** Fills in and sends the form at once, to show what comes after. */
  submitted?: boolean;
  pageFails?: boolean;
  /** The popup's own delay, instead of none. */
  late?: boolean;
  page?: 'checkout' | 'mailing-list';
};

export const states = {
  fresh: { title: 'Fresh', widget: 'mailing-list.form', signup: 'accept' },
  refusing: { title: 'Will be refused', widget: 'mailing-list.form', signup: 'refuse' },
  sending: { title: 'Sending', widget: 'mailing-list.form', signup: 'never', submitted: true },
  refused: { title: 'Refused', widget: 'mailing-list.form', signup: 'refuse', submitted: true },
  success: { title: 'Success', widget: 'mailing-list.form', signup: 'accept', submitted: true },
  unreachable: { title: 'Server down', widget: 'mailing-list.form', signup: 'down', submitted: true },
  'no-bot-check': { title: 'No bot check', widget: 'mailing-list.form', signup: 'no-bot-check', submitted: true },
  failed: { title: 'Failed load', widget: 'mailing-list.form', signup: 'accept', pageFails: true },
  popup: { title: 'Popup', widget: 'mailing-list.popup', signup: 'accept' },
  'popup-refused': { title: 'Popup, refused', widget: 'mailing-list.popup', signup: 'refuse' },
  'popup-checkout': { title: 'Popup on the check-out page (none)', widget: 'mailing-list.popup', signup: 'accept', page: 'checkout' },
  'popup-late': { title: 'Popup, after 20 seconds', widget: 'mailing-list.popup', signup: 'accept', late: true },
} satisfies Record<string, State>;

export type StateName = keyof typeof states;
