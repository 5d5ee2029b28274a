import { Address, ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';
import type { ExportedPeople, PeopleExported } from '@newsstand/contracts/desk-export';
import { consentOf } from '@newsstand/contracts/desk-members';
import { Level } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { leaveListUrl } from '../../letters/unsubscribe.ts';
import { MINUTE } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Names } from '../../publication/names-of.ts';
import { fetchInSlices, type Slices } from '../files/in-slices.ts';
import type { Person } from '../staff/staff-session.ts';
import { markedCsv, MOST_ROWS, takeFile } from '../files/take-file.ts';
import { momentsIn } from '../reports/read-report.ts';
import { timeZoneOf } from '../../publication/publication-day.ts';
import { listedColumns, readersOf, whereCopiesGo } from './read-readers.ts';

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication' | 'served'>;
type Asked = { action: string; people: ExportedPeople; network: string };
/**
 * People as a file for another program: the readers of a segment, or who is on the mailing lists, with when they
 * consented; as `takeFile` takes it.
 */
export async function exportPeople(deps: ExportDeps, person: Person, { action, people, network }: Asked): Promise<PeopleExported> {
  let day = '';
  const subject =
    people.of === 'lists'
      ? 'the mailing lists'
      : [`readers: ${people.segment}`, people.zone, people.level, people.flag, people.tag].filter(Boolean).join(', ');
  const { csv, rows } = await takeFile(deps, person, { action, network, verb: 'exportPeople', subject }, async (pace) => {
    // Before the transaction: within it this would wait for another of the desk's two connections.
    const published = await deps.publication.now();
    const zone = timeZoneOf(published);
    // All at once, in more than the seconds that a page may take.
    const found = await deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select set_config('statement_timeout', '60000', true)`;
        return people.of === 'lists' ? readMembers({ tx, pace }, deps, zone) : readExported({ tx, pace }, deps, people, published.levels);
      },
      { timeout: MINUTE, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
    );
    const marked = await markedCsv(person, { now: deps.clock(), zone, pace }, found);
    ({ day } = marked);
    return marked;
  });
  return { name: `${people.of === 'lists' ? 'mailing-lists' : `readers-${people.segment}`}-${day}.csv`, rows, csv };
}

type Rows = (readonly string[])[];

const Member = v.object({
  id: v.string(),
  email: v.string(),
  tag: v.string(),
  asked: v.nullable(v.date()),
  created: v.date(),
  brought: v.nullable(v.string()),
});

/**
 * Who is on a list, asked for it, and confirmed it by the letter; of those of before letters asked, only the day is
 * known. Whoever mails to them puts `unsubscribe` into each letter (List-Unsubscribe, RFC 8058).
 */
async function readMembers(slices: Slices, { config }: ExportDeps, zone: string): Promise<Rows> {
  const momentOf = momentsIn(zone);
  const members = Prisma.sql`
    select id, email, tag, asked, created, brought from list_signup where publication_id = ${config.publicationId} and "left" is null
    order by created, id limit ${MOST_ROWS + 1}::int`;
  const rows = await fetchInSlices(slices, 'members of a file', members, (slice) =>
    v
      .parse(v.array(Member), slice)
      .map(({ id, email, tag, asked, created, brought }) => [
        email,
        tag,
        asked ? momentOf(asked) : '',
        consentOf({ asked, brought }),
        momentOf(created),
        leaveListUrl(config.access.apiUrl, config.access.secret, id),
      ]),
  );
  return [['email', 'list', `asked (${zone})`, 'consent', `joined (${zone})`, 'unsubscribe'], ...rows];
}

const Exported = v.object({
  name: v.string(),
  email: v.nullable(v.string()),
  runs: v.nullable(v.object({ deliverable: v.string(), level: Level, copies: v.number(), left: v.nullable(v.number()) })),
  renews: v.boolean(),
  failing: v.boolean(),
  address: v.nullable(v.object({ parts: Address, fails: v.boolean() })),
});

/**
 * The rows of the list of readers, all of them, with the address that copies go to; of whom none go to, with what was
 * named last.
 */
async function readExported(
  slices: Slices,
  { clock, config: { publicationId } }: ExportDeps,
  { segment, ...filter }: Extract<ExportedPeople, { of: 'readers' }>,
  levels: Names['levels'],
): Promise<Rows> {
  // With a limit of its own what is said of each is looked up slice by slice, and not of all of them before the first.
  const readers = Prisma.sql`
    select q.*, (
      select json_build_object('parts', d.address, 'fails', d.undeliverable is not null) from owner_address d
      where d.publication_id = ${publicationId} and d.owner_id = q.owner order by ${whereCopiesGo} limit 1
    ) as address
    from (
      select p.owner, p.at, ${listedColumns(publicationId)}
      from (${readersOf(segment, publicationId, clock(), filter)} order by at desc, owner desc limit ${MOST_ROWS + 1}::int) p
        left join account a on a.id = p.owner order by p.at desc, p.owner desc limit ${MOST_ROWS + 1}::int
    ) q order by q.at desc, q.owner desc`;
  const head = ['name', 'email', 'email_fails', 'gets', 'level', 'copies', 'issues_left', 'renews', 'address_fails', ...ADDRESS_PARTS];
  const rows = await fetchInSlices(slices, 'readers of a file', readers, (slice) =>
    v.parse(v.array(Exported), slice).map((reader) => rowOf(reader, levels)),
  );
  return [head, ...rows];
}

function rowOf({ name, email, failing, runs, renews, address }: v.InferOutput<typeof Exported>, levels: Names['levels']): string[] {
  const parts = address && toAddressForm(address.parts);
  return [
    name,
    email ?? '',
    failing ? 'yes' : 'no',
    runs?.deliverable ?? '',
    runs === null ? '' : levels[runs.level],
    runs === null ? '' : String(runs.copies),
    runs === null ? '' : runs.left === null ? 'lifetime' : String(runs.left),
    renews ? 'yes' : 'no',
    address?.fails ? 'yes' : 'no',
    ...ADDRESS_PARTS.map((part) => parts?.[part] ?? ''),
  ];
}
