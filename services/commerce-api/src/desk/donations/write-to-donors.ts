import { DonorsWritten, type DonorLettersTaken, type TakeDonorLetters, type WriteToDonors } from '@newsstand/contracts/desk-donations';
import * as v from 'valibot';
import { postLetters } from '../../letters/post-letter.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { wording } from '../../publication/texts/letter-texts.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { dayIn, timeZoneOf } from '../../publication/publication-day.ts';
import type { Person } from '../staff/staff-session.ts';
import { LETTER_DELAY } from '../letter-delay.ts';
import { isUnprintable, unprintableOf } from '../post/unprintable.ts';
import { drawDonorLetters, headOf } from './draw-donor-letters.ts';
import { letterSubject, readGivers, sumOf, unwrittenOf } from './read-donations.ts';

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = { year: string; action: string; network: string };

/** As an action keeps what it wrote: the year, and how many. */
export const KeptLetters = v.object({ year: v.string(), letters: v.number() });

/**
 * Writes to everybody who gave in a year and was not written to of these donations, in ten minutes. Refuses (409) a
 * year that is not over, where there is nobody to write to, and where they are not as many as were shown.
 */
export async function writeToDonors(
  deps: WriteDeps,
  person: Person,
  { year, action, unwritten, network, dry }: Asked & WriteToDonors & { dry: boolean },
): Promise<DonorsWritten> {
  mustBeOver(deps, year);
  const told = { id: action, verb: 'writeToDonors', subject: year, network, dry };
  return act(deps, { person: person.id }, told, DonorsWritten, async (tx) => {
    // Two who write at once have their turn: the second finds everybody written to.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`donors ${deps.config.publicationId}`}, 2))) locked`;
    const within = { ...deps, db: tx };
    const donors = await unwrittenOf(within, year, await readGivers(within, year));
    if (donors.length === 0) throw new Refusal(409, deskText('donors_written', { year }));
    if (donors.length !== unwritten) throw new Refusal(409, deskText('counted_meanwhile', { n: donors.length }));
    const letters = donors.map(
      (donor) =>
        ({
          kind: 'donation-year',
          subject: letterSubject(deps, year, donor),
          recipient: donor.mailbox,
          payload: { name: donor.name, year, donations: donor.donations, action },
          waits: LETTER_DELAY,
        }) as const,
    );
    const written = await postLetters(tx, deps, letters);
    const to = { year, letters: written };
    return { to, result: { letters: written, given: sumOf(donors) } };
  });
}

type TakingBack = { action: string; undoes: string; year: string; letters: number; network: string; dry: boolean };

/** Stops letters that have not gone out. Refuses (409) where one has: the others would be half of it. */
export async function takeBackLetters(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  person: Person,
  { action, undoes, year, letters, network, dry }: TakingBack,
): Promise<void> {
  const told = { id: action, verb: 'takeBackLetters', subject: year, undoes, network, dry };
  await act(deps, { person: person.id }, told, v.null(), async (tx) => {
    const theirs = { publicationId: deps.config.publicationId, kind: 'donation-year', payload: { path: ['action'], equals: undoes } };
    // The relay takes them by batches, and holds those that it takes.
    await tx.$queryRaw`select 1 from outbox where kind = 'donation-year' and payload ->> 'action' = ${undoes} for update`;
    if ((await tx.outbox.count({ where: { ...theirs, queued: { not: null } } })) > 0) throw new Refusal(409, deskText('letters_sent'));
    await tx.outbox.deleteMany({ where: theirs });
    return { from: { letters }, result: null };
  });
}

/**
 * The letters of a year as a PDF, a page each: to print, or to keep. It stands in the history by its hash. Whose
 * name or address it cannot write is left out, and said. Refuses (404) where there is none, and (422) where that is
 * everybody.
 */
export async function takeDonorLetters(
  deps: WriteDeps,
  person: Person,
  { year, action, of, network }: Asked & TakeDonorLetters,
): Promise<DonorLettersTaken> {
  mustBeOver(deps, year);
  const published = deps.publication.cached();
  const asked = (await readGivers(deps, year)).filter(({ unreached }) => of === 'everybody' || unreached);
  if (asked.length === 0) throw new Refusal(404, deskText('no_such_letter'));
  const papers = asked.map((donor) => ({ donor, code: donor.mailbox, name: donor.name, lines: headOf(donor) }));
  const donors = papers.flatMap((paper) => (isUnprintable(paper) ? [] : [paper.donor]));
  if (donors.length === 0) throw new Refusal(422, deskText('letters_unprintable', { donors: asked[0]?.mailbox ?? '' }));
  const pdf = await drawDonorLetters(donors, {
    year,
    publisher: published,
    charity: published.settings.charity ?? null,
    say: wording(published.messages),
  });
  const data = pdf.toString('base64');
  const told = { id: action, verb: 'takeDonorLetters', subject: year, network };
  const to = { letters: donors.length, of, hash: hashOf(data) };
  await act(deps, { person: person.id }, told, v.null(), async () => ({ to, result: null }));
  return { name: `donations-${year}${of === 'everybody' ? '' : '-by-post'}.pdf`, letters: donors.length, data, ...unprintableOf(papers) };
}

function mustBeOver({ publication, clock }: Pick<Deps, 'publication' | 'clock'>, year: string): void {
  if (year >= dayIn(timeZoneOf(publication.cached()), clock()).slice(0, 4)) throw new Refusal(409, deskText('year_not_over', { year }));
}
