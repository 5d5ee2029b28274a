import { ADDRESS_PARTS, STREET_PARTS, toAddressForm } from '@newsstand/contracts/address';
import { ImportCounts } from '@newsstand/contracts/desk-imports';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { hashOf } from '../../platform/secrets.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { KeptMistake, keptOf, wordProblem } from './kept-problem.ts';
import { ImportedRow, rowReader } from './read-row.ts';
import type { Batch, ImportDeps, Job } from './import-job.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';

type Tx = Prisma.TransactionClient;
/** How many kinds of mistakes are counted, and how many rows of each are named. */
const KINDS = 50;

const Row = v.object({ row: v.number(), cells: v.array(v.string()) });
/** Of a reader who was erased since the term alone is known. */
const Known = v.object({ source: v.string(), fingerprint: v.nullable(v.string()), deliverable: v.nullable(Deliverable) });

/**
 * What tells a row from the same one with another name or address. In an order of our own: the database keeps an
 * object's parts in its.
 */
export function fingerprintOf({ name, address }: Pick<ImportedRow, 'name' | 'address'>): string {
  const form = address && toAddressForm(address);
  const parts = form && ADDRESS_PARTS.map((part) => form[part]);
  return hashOf(JSON.stringify([name, parts]));
}

/** SQL: what tells an address from another one. */
const placeOf = (address: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(concat_ws('|', ${Prisma.join([...STREET_PARTS, 'postcode', 'country_code'].map((part) => Prisma.sql`${address} ->> ${part}`))}))`;
/** SQL: what a row becomes that is somebody else's than its payer's. */
const APART = Prisma.sql`r.data || jsonb_build_object('email', null, 'reader', '#' || r.legacy_id, 'apart', true)`;

/** Says for which row of which system a term was taken over, so that it is taken over once. */
export const sourceOf = ({ source }: Pick<Job, 'source'>, legacyId: string): string => termSource('import', source, legacyId);

/** Reads rows, and writes of each what is taken over of it, or what is wrong with it; nothing else is written. */
export async function checkRows(tx: Tx, deps: ImportDeps, job: Job, most: number): Promise<Batch> {
  const { publicationId } = deps.config;
  const rows = v.parse(
    v.array(Row),
    await tx.$queryRaw`select row, cells from import_row where import_id = ${job.id}::uuid and row > ${job.cursor}::int order by row limit ${most}::int`,
  );
  const published = deps.publication.cached();
  const read = rowReader(job.header, job.columns, {
    zones: published.zones,
    levels: published.levels,
    now: deps.clock(),
  });
  const checked = rows.map(({ row, cells }) => ({ row, read: read(cells) }));
  const ids = checked.flatMap(({ read: { legacyId } }) => legacyId ?? []);
  const known = new Map(
    v
      .parse(
        v.array(Known),
        await tx.$queryRaw`
          select s.source, t.fingerprint, t.deliverable from subscription s
            left join legacy_term t on (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id)
          where s.publication_id = ${publicationId} and s.source = any(${ids.map((legacyId) => sourceOf(job, legacyId))}::text[])`,
      )
      .map((term) => [term.source, term]),
  );
  const found = checked.map(({ row, read: one }) => {
    if (one.type === 'refused') {
      const problems = one.problems.map(({ field, told }) => keptOf(field, told, published));
      return { row, legacy_id: one.legacyId, verdict: 'refused', problems, data: null };
    }
    if (one.type === 'ended') return { row, legacy_id: one.legacyId, verdict: 'ended', problems: null, data: null };
    const { legacyId, data } = one;
    const before = known.get(sourceOf(job, legacyId));
    if (before === undefined) return { row, legacy_id: legacyId, verdict: 'new', problems: null, data };
    if (before.deliverable === null || before.fingerprint === fingerprintOf(data))
      return { row, legacy_id: legacyId, verdict: 'same', problems: null, data: null };
    if (shipcodeOf(before.deliverable) !== shipcodeOf(data.deliverable)) {
      const problems = [keptOf('country', deskText('row_other_zone'), published)];
      return { row, legacy_id: legacyId, verdict: 'refused', problems, data: null };
    }
    return { row, legacy_id: legacyId, verdict: 'changed', problems: null, data };
  });
  await tx.$executeRaw`
    update import_row r set legacy_id = x.legacy_id, verdict = x.verdict, problems = x.problems, data = x.data
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x (row int, legacy_id text, verdict text, problems jsonb, data jsonb)
    where r.import_id = ${job.id}::uuid and r.row = x.row`;
  return { last: rows.at(-1)?.row ?? job.cursor, count: rows.length };
}

const Counts = v.object({ ...ImportCounts.entries });

/** What the rows say together: a number that stands twice, a person with two addresses, and the counts. */
export async function sumUp(tx: Tx, { config, publication }: ImportDeps, { id, source }: Job): Promise<Prisma.InputJsonValue> {
  const { publicationId } = config;
  const published = publication.cached();
  const twice = keptOf('legacy_id', deskText('row_number_twice', { row: '{row}' }), published);
  await tx.$executeRaw`
    with numbered as (
      select row, min(row) over (partition by legacy_id) as first from import_row
      where import_id = ${id}::uuid and legacy_id is not null and verdict <> 'refused'
    )
    update import_row r set verdict = 'refused', data = null,
      problems = jsonb_build_array(${JSON.stringify(twice)}::jsonb || jsonb_build_object(
        'values', jsonb_build_object('row', n.first + 1), 'text', replace(${twice.text}::text, '{row}', (n.first + 1)::text)))
    from numbered n where r.import_id = ${id}::uuid and r.row = n.row and n.first < n.row`;
  // A copy that goes elsewhere is somebody else's, whoever paid for it: it is posted as before, and no mailbox brings
  // it to an account.
  await tx.$executeRaw`
    with placed as (
      select row, data ->> 'email' as email, data ->> 'reader' as reader,
        ${placeOf(Prisma.sql`data -> 'address'`)} as place
      from import_row where import_id = ${id}::uuid and verdict = 'new' and jsonb_typeof(data -> 'address') = 'object'
    ),
    firsts as (
      select row, place, first_value(place) over (partition by reader order by row) as of_reader,
        case when email is null then place else first_value(place) over (partition by email order by row) end as of_email
      from placed
    )
    update import_row r set data = ${APART}
    from firsts f where r.import_id = ${id}::uuid and r.row = f.row and (f.place <> f.of_reader or f.place <> f.of_email)`;
  // So is what goes to another name and address than those of whoever is here already (`ownersOf` looks once more).
  await tx.$executeRaw`
    with here as (
      select n.row, coalesce(l.owner_id, a.id) as owner_id, lower(n.data ->> 'name') as name, ${placeOf(Prisma.sql`n.data -> 'address'`)} as place
      from import_row n
        left join legacy_reader l on l.publication_id = ${publicationId} and l.source = ${source} and l.reader_id = n.data ->> 'reader'
        left join account a on a.publication_id = ${publicationId} and a.email = n.data ->> 'email' and (a.verified is not null or exists (
          select from legacy_reader m where m.publication_id = a.publication_id and m.owner_id = a.id and m.made))
      where n.import_id = ${id}::uuid and n.verdict = 'new' and jsonb_typeof(n.data -> 'address') = 'object' and coalesce(l.owner_id, a.id) is not null
    )
    update import_row r set data = ${APART} from here h where r.import_id = ${id}::uuid and r.row = h.row
      and exists (select from owner_address d where d.publication_id = ${publicationId} and d.owner_id = h.owner_id)
      and not exists (select from owner_address d where d.publication_id = ${publicationId} and d.owner_id = h.owner_id
        and (lower(d.name) = h.name or ${placeOf(Prisma.sql`d.address`)} = h.place))
      and not exists (select from account n where n.id = h.owner_id and lower(n.name) = h.name)`;
  const [counted] = await tx.$queryRaw<unknown[]>`
    select count(*) filter (where verdict = 'new')::int as new, count(*) filter (where verdict = 'same')::int as same,
      count(*) filter (where verdict = 'changed')::int as changed, count(*) filter (where verdict = 'ended')::int as ended,
      count(*) filter (where verdict = 'refused')::int as refused,
      count(*) filter (where verdict = 'new' and data ->> 'email' is not null)::int as mailboxes,
      count(*) filter (where verdict = 'new' and a.verified is not null)::int as accounts,
      count(*) filter (where verdict = 'new' and a.id is not null and a.verified is null and not exists (
        select from legacy_reader l where l.publication_id = a.publication_id and l.owner_id = a.id and l.made))::int as unproved,
      count(*) filter (where verdict = 'new' and data ->> 'apart' = 'true')::int as apart,
      count(*) filter (where verdict = 'new' and data ->> 'shipcode' is not null)::int as printed,
      count(*) filter (where verdict = 'new' and data ->> 'unposted' = 'true')::int as unposted,
      coalesce(sum((data ->> 'copies')::int) filter (where verdict = 'new' and data ->> 'shipcode' is not null), 0)::int as copies,
      count(*) filter (where verdict = 'new' and data ->> 'term' = 'lifetime')::int as lifetimes,
      coalesce(sum((data ->> 'issues')::int) filter (where verdict = 'new'), 0)::int as issues,
      coalesce(sum((data ->> 'value')::bigint) filter (where verdict = 'new'), 0)::float8 as value,
      count(*) filter (where verdict = 'new' and data ? 'lists' and data ->> 'email' is not null)::int as lists,
      count(*) filter (where verdict = 'new' and data ? 'note')::int as notes,
      -- Grouped once: of tables that were filled a moment ago the database knows nothing, and looked each row up among all of them.
      (select count(*)::int from (select from (
        select n.legacy_id as number, true as is_new from import_row n where n.import_id = ${id}::uuid and n.verdict = 'new'
        union all select ltrim(t.legacy_id, '0'), false from legacy_term t
          where t.publication_id = ${publicationId} and t.source = ${source} and t.legacy_id like '0%'
      ) numbers group by number having bool_or(is_new) and not bool_and(is_new)) lost) as without_zeros,
      (select coalesce(json_agg(tag order by tag), '[]') from (
        select distinct named.tag from import_row n cross join jsonb_array_elements_text(n.data -> 'lists') as named (tag)
        where n.import_id = ${id}::uuid and n.verdict = 'new' and n.data ->> 'email' is not null
          and not exists (select from list_signup l where l.publication_id = ${publicationId} and l.tag = named.tag)
      ) fresh) as new_lists
    from import_row r left join account a on a.publication_id = ${publicationId} and a.email = r.data ->> 'email' and r.verdict = 'new'
    where import_id = ${id}::uuid`;
  // What is quoted of the row, or is its number, makes no kind of its own, and of several that differ none is quoted.
  const mistakes = await tx.$queryRaw<{ kept: unknown }[]>`
    with told as (
      select row, p ->> 'field' as field, p ->> 'code' as code, p -> 'values' as values, p ->> 'text' as text
      from import_row, jsonb_array_elements(problems) p where import_id = ${id}::uuid and verdict = 'refused'
    ),
    kinds as (
      select field, code, count(*)::int as count, (array_agg(row + 1 order by row))[1:5] as rows, min(text) as text,
        count(distinct values) > 1 as differ, (array_agg(values order by row))[1] as values
      from told group by field, code, case when code is null then text else (values - '{typed,row}'::text[])::text end
    )
    select jsonb_strip_nulls(jsonb_build_object('field', field, 'text', text, 'count', count, 'rows', rows, 'code', code,
      'values', case when differ and values ? 'typed' then values || '{"typed": "…"}' else values end)) as kept
    from kinds order by count desc, field, text limit ${KINDS}::int`;
  const worded = mistakes.map(({ kept }) => {
    const mistake = v.parse(KeptMistake, kept);
    return { ...mistake, text: wordProblem(mistake, published) };
  });
  return { ...v.parse(Counts, counted), mistakes: worded };
}
