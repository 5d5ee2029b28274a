import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

export const DonationYearLetter = v.object({
  name: v.string(),
  year: v.string(),
  donations: v.array(v.object({ day: v.string(), number: v.string(), cents: v.number() })),
});

/**
 * To whoever gave in a year: each donation, their sum, and where the publisher is a charity what a receipt for that has
 * to say.
 */
export function donationYearLetter(
  { name, year, donations }: v.InferOutput<typeof DonationYearLetter>,
  { business, charity }: { business: string; charity: string | null },
  sender: Sender,
  say: Wording,
): Letter {
  const amount = formatCents(donations.reduce((sum, { cents }) => sum + cents, 0));
  const values = { publication: sender.name, support: sender.support, year, amount };
  const paragraph = (text: string): Block => ({ type: 'paragraph', text });
  return {
    subject: say('donation_year_subject', values),
    preheader: say('donation_year_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('donation_year_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('donation_year_intro', values)),
      {
        type: 'facts',
        facts: [
          ...donations.map(({ day, number, cents }) => ({ name: `${displayDate(day)} · ${number}`, value: formatCents(cents) })),
          { name: say('donation_year_total', values), value: amount },
        ],
      },
      ...(charity === null
        ? []
        : [paragraph(charity), paragraph(say('donation_year_no_goods', values)), paragraph(say('donation_year_keep', values))]),
      paragraph(business),
      paragraph(say('charge_help', values)),
    ],
  };
}
