import { addressLines } from '@newsstand/contracts/address';
import { displayDate } from '@newsstand/contracts/display-date';
import { formatCents } from '@newsstand/contracts/money';
import { openPaper, QUIET, INK, row, rule, write, type Publisher } from '../../files/pdf-page.ts';
import type { Wording } from '../../publication/texts/letter-texts.ts';
import type { Donor } from './read-donations.ts';

type Year = { year: string; publisher: Publisher; charity: string | null; say: Wording };

/** Whom a letter is to: name and address or, where none is known, the mailbox. */
export const headOf = ({ name, mailbox, address }: Donor): string[] => (address ? [name, ...addressLines(address)] : [name, mailbox]);

/**
 * Letters of a year as a PDF of US Letter pages, one for each donor: what they gave, and where the publisher is a
 * charity what a receipt for that has to say.
 */
export async function drawDonorLetters(donors: readonly Donor[], { year, publisher, charity, say }: Year): Promise<Buffer> {
  // The last second of the year: the same letters are the same file.
  const { doc, done, head } = openPaper(`Donations of ${year}`, new Date(Date.UTC(Number(year), 11, 31, 23, 59, 59)), publisher);
  for (const [index, donor] of donors.entries()) {
    const { donations, cents } = donor;
    if (index > 0) {
      doc.addPage();
      head();
    }
    for (const line of headOf(donor)) write(doc, line);
    doc.moveDown(1.4);
    const values = { publication: publisher.name, year, amount: formatCents(cents) };
    write(doc, say('donation_year_heading', values), { size: 16, bold: true });
    doc.moveDown(0.6);
    write(doc, say('donation_year_intro', values));
    doc.moveDown(0.8);
    for (const { day, number, cents: sum } of donations) row(doc, `${displayDate(day)} · ${number}`, formatCents(sum));
    rule(doc);
    row(doc, say('donation_year_total', values), formatCents(cents), INK, true);
    doc.moveDown(0.8);
    if (charity !== null) {
      write(doc, charity);
      doc.moveDown(0.4);
      write(doc, say('donation_year_no_goods', values));
      doc.moveDown(0.4);
      write(doc, say('donation_year_keep', values), { color: QUIET });
    }
  }
  doc.end();
  return done;
}
