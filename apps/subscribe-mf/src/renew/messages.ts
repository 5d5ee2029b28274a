import { useMemo } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { messages } from '../messages.ts';
import { useWidget, type Widget } from '../widget.ts';

/** The texts of the renewal page, which only it fetches. Otherwise the same as messages.ts. */
export const renewMessages = {
  ...messages,

  'subscribe.renew_title': 'Renew',
  'subscribe.renew_extended_title': 'You have {count} issues to come',
  'subscribe.renew_extended': 'Nothing runs out yet. What you renew now is added behind them, from issue {next} on.',
  'subscribe.renew_expiring_title': 'You have {count} issues to come',
  'subscribe.renew_expiring_title_one': 'You have one issue to come',
  'subscribe.renew_expiring': 'Then your subscription ends. Renew now, and it goes on with issue {next}.',
  'subscribe.renew_expired_title': 'Your subscription has ended',
  'subscribe.renew_expired': 'Your last issue is out. Renew, and it goes on with the next one.',
  'subscribe.renew_autorenew': 'It renews by itself. Renew here only if you want to change something before that.',
  'subscribe.renew_declined': 'Your renewal could not be charged. Renew here with another card, and it goes on.',
  'subscribe.renew_processing':
    'Your renewal is on its way. Your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email. What you renew here is charged besides, and is added to it.',
  'subscribe.renew_invoice_title': 'There is an invoice for this already.',
  'subscribe.renew_invoice': 'Invoice {number}, {total}, due {date}',
  'subscribe.renew_invoice_text': 'Pay it, and your subscription goes on. What you renew here is charged besides, and is added to it.',
  'subscribe.renew_invoice_processing':
    'Its payment is on its way, and your subscription goes on once it is there. What you renew here is charged besides, and is added to it.',
  'subscribe.renew_confirm': 'Your bank asks you to confirm your renewal. Nothing is charged until you do.',
  'subscribe.renew_confirm_link': 'Confirm the payment',
  'subscribe.renew_how': 'How do you want to renew?',
  'subscribe.renew_same': 'With the same settings',
  'subscribe.renew_same_text': '{medium}, {term}, {level} rate.',
  'subscribe.renew_same_to': 'Posted to {address}.',
  'subscribe.renew_change': 'Change settings',
  'subscribe.renew_change_text': 'Print or digital, how long, at which rate, and where to.',
  'subscribe.renew_no_address': 'You currently do not have an address we can send to. Please add your address with this form.',
  'subscribe.renew_address_refused': 'The address was refused. Please correct it below.',
  'subscribe.renew_lifetime_title': 'Renewal not necessary',
  'subscribe.renew_lifetime_text':
    'Your subscription is for a lifetime: every issue to come is yours. If you want to do more, the work can use it.',
  'subscribe.renew_donate': 'Donate',
  'subscribe.renew_log_in_title': 'Log in to renew',
  'subscribe.renew_log_in': 'We need to know which subscription it is.',
  'subscribe.renew_log_in_button': 'Log in',
  'subscribe.renew_none_title': 'There is nothing to renew yet',
  'subscribe.renew_none': 'Your account has no subscription. Choose one, and it is yours with the next issue.',
  'subscribe.renew_none_button': 'Subscribe',
} as const;

export type T = Translate<typeof renewMessages>;
export type RenewWidget = Omit<Widget, 't'> & { t: T };

/** The widget with the page's own texts, in the publication's words. */
export const useRenewWidget = (context: MountContext): RenewWidget => {
  const widget = useWidget(context);
  const { publication } = widget.page;
  const t = useMemo(() => createMessages(renewMessages, publication.messages), [publication.messages]);
  return { ...widget, t };
};
