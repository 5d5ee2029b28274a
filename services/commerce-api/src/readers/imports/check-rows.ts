import { ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';
import { ImportCounts, ImportVerdict } from '@newsstand/contracts/desk-imports';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { Deliverable } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { hashOf } from '../../platform/secrets.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { KeptMistake, keptOf, wordProblem } from './kept-problem.ts';
import { knownHere, peopleHere } from './people-here.ts';
import { changedAlone } from './other-subscriptions.ts';
import { copyOf, issuesUntil, Person, rowReader, type ImportedRow } from './read-row.ts';
import { isApart, whoseCopy, type Known } from './whose-copy.ts';
import type { Batch, ImportDeps, Job } from './import-job.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';

type Tx = Prisma.TransactionClient;
/** How many kinds of mistakes are counted, and how many rows of each are named. */
const KINDS = 50;
const NAMED = 5;
/** How many rows that owe otherwise than they did are named, each of which somebody has to look at. */
const MOST_OTHERWISE = 100;

const Row = v.object({ row: v.number(), cells: v.array(v.string()) });
/** Of a reader who was erased since the term alone is known. */
const Known = v.object({
  source: v.string(),
  fingerprint: v.nullable(v.string()),
  deliverable: v.nullable(Deliverable),
  issues: v.nullable(v.number()),
  applied: v.nullable(v.date()),
});

/**
 * What tells a row from the same one with another name or address. In an order of our own: the database keeps an
 * object's parts in its.
 */
export function fingerprintOf({ name, address }: Pick<ImportedRow, 'name' | 'address'>): string {
  const form = address && toAddressForm(address);
  const parts = form && ADDRESS_PARTS.map((part) => form[part]);
  return hashOf(JSON.stringify([name, parts]));
}

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
  const readCells = rowReader(job.header, job.columns, {
    zones: published.zones,
    levels: published.levels,
    now: deps.clock(),
  });
  const checked = rows.map(({ row, cells }) => ({ row, read: readCells(cells) }));
  const ids = checked.flatMap(({ read: { legacyId } }) => legacyId ?? []);
  const known = new Map(
    v
      .parse(
        v.array(Known),
        await tx.$queryRaw`
          select s.source, t.fingerprint, t.deliverable, s.issues, t.applied from subscription s
            left join legacy_term t on (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id)
          where s.publication_id = ${publicationId} and s.source = any(${ids.map((legacyId) => sourceOf(job, legacyId))}::text[])`,
      )
      .map((term) => [term.source, term]),
  );
  const read = checked.flatMap(({ read: one }) => (one.type === 'well' ? one.data : []));
  const here = await peopleHere(tx, publicationId, job, read);
  const apart: Apart[] = [];
  const found = checked.map(({ row, read: one }) => {
    const { person } = one;
    if (one.type === 'refused') {
      const problems = one.problems.map(({ field, told }) => keptOf(field, told, published));
      return { row, legacy_id: one.legacyId, verdict: 'refused', problems, data: { person } };
    }
    if (one.type === 'ended') return { row, legacy_id: one.legacyId, verdict: 'ended', problems: null, data: { person } };
    const { legacyId, data, until } = one;
    const before = known.get(sourceOf(job, legacyId));
    if (before === undefined) {
      const whose = data.apart === true ? 'own' : whoseCopy(copyOf(data), knownHere(here, data));
      if (isApart(whose)) apart.push({ row, unsure: data.payers !== true });
      return {
        row,
        legacy_id: legacyId,
        verdict: 'new',
        problems: null,
        data: { ...data, person, fingerprint: fingerprintOf(data), ...(whose === 'moved' && { moved: true }) },
      };
    }
    const owes = before.applied && owesOtherwise({ had: before.issues, applied: before.applied }, { issues: data.issues, until });
    if (before.deliverable === null || before.fingerprint === fingerprintOf(data))
      return { row, legacy_id: legacyId, verdict: 'same', problems: null, data: owes && { owes } };
    if (shipcodeOf(before.deliverable) !== shipcodeOf(data.deliverable)) {
      const problems = [keptOf('country', deskText('row_other_zone'), published)];
      return { row, legacy_id: legacyId, verdict: 'refused', problems, data: null };
    }
    return { row, legacy_id: legacyId, verdict: 'changed', problems: null, data: { ...data, ...(owes && { owes }) } };
  });
  const last = rows.at(-1)?.row ?? job.cursor;
  // By their range: of rows that came a moment ago the database knows nothing, and read the whole file for each batch.
  await tx.$executeRaw`
    update import_row r set legacy_id = x.legacy_id, verdict = x.verdict, problems = x.problems, data = x.data
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x (row int, legacy_id text, verdict text, problems jsonb, data jsonb)
    where r.import_id = ${job.id}::uuid and r.row = x.row and r.row > ${job.cursor}::int and r.row <= ${last}::int`;
  await setApart(tx, job.id, apart);
  return { last, count: rows.length };
}

/**
 * What a row says now of how many issues are owed, where that is not what was taken over (null: for life): a day is
 * counted from when that was, so that the same day is the same.
 */
function owesOtherwise(
  { had, applied }: { had: number | null; applied: Date },
  { issues, until }: { issues: number | null; until: Date | null },
): { had: number | null; says: number | null; more: boolean } | null {
  const says = until === null ? issues : issuesUntil(until, applied);
  return says === had ? null : { had, says, more: says === null || (had !== null && says > had) };
}

/** A row that is somebody else's than its person's; `unsure`: as far as can be told where nothing says who pays. */
type Apart = { row: number; unsure: boolean };

/** What is somebody else's comes without its payer's mailbox and number: posted as before, in nobody's account. */
export async function setApart(tx: Tx, importId: string, rows: readonly Apart[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    update import_row r set data = (r.data - '{person,moved}'::text[]) || jsonb_build_object('email', null, 'reader', '#' || r.legacy_id, 'apart', true, 'unsure', x.unsure)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row int, unsure boolean)
    where r.import_id = ${importId}::uuid and r.row = x.row`;
}

const Shared = v.object({ ...Person.entries, row: v.number(), verdict: ImportVerdict, posted: v.boolean(), payers: v.boolean() });
/** An agency has thousands of rows; as many of what they say of it are looked at. */
const MOST_KNOWN = 50;

/**
 * Of whoever has several rows, those that are somebody else's: the first says who they are, also where it is refused or
 * has ended.
 */
async function apartInFile(tx: Tx, importId: string): Promise<Apart[]> {
  const rows = v.parse(
    v.array(Shared),
    await tx.$queryRaw`
      with said as materialized (
        select row, p.key, p.value from import_row cross join lateral (values ('reader', data -> 'person' ->> 'reader'), ('email', data -> 'person' ->> 'email')) p (key, value)
        where import_id = ${importId}::uuid and p.value is not null
      ),
      several as (select unnest(array_agg(row)) as row from said group by key, value having count(*) > 1)
      select row, verdict, p.*, jsonb_typeof(data -> 'address') is not distinct from 'object' as posted, data ? 'payers' as payers
      from import_row cross join jsonb_to_record(data -> 'person') as p (reader text, email text, name text, place text)
      where import_id = ${importId}::uuid and row in (select row from several) order by row`,
  );
  const apart: Apart[] = [];
  const people = new Map<string, Known[]>();
  for (const { row, verdict, reader, email, name, place, posted, payers } of rows) {
    const keys = [`reader ${reader}`, ...(email === null ? [] : [`email ${email}`])];
    const known = keys.flatMap((key) => people.get(key) ?? []);
    if (verdict === 'new' && posted && isApart(whoseCopy({ name, place, payer: payers ? { name, place } : null }, known))) {
      apart.push({ row, unsure: !payers });
    } else if (name !== '' && known.length < MOST_KNOWN) {
      const recipient = { name, place, beside: posted || verdict === 'refused' };
      for (const key of keys) people.set(key, [...(people.get(key) ?? []), recipient]);
    }
  }
  return apart;
}

/**
 * SQL: the other systems that were taken over, and what of a file's new rows is theirs, too. Put together and grouped
 * once, as what is lost without zeros is.
 */
const takenBefore = (publication: string, { id, source }: Pick<Job, 'id' | 'source'>): Prisma.Sql => Prisma.sql`
  with one as (
    select 'numbers' as kind, legacy_id as value, source from legacy_term where publication_id = ${publication} and source <> ${source}
    union all select 'people', fingerprint, source from legacy_term where publication_id = ${publication} and source <> ${source} and deliverable <> 'digital'
    union all select 'mailboxes', coalesce(r.email, a.email), r.source from legacy_reader r left join account a on a.id = r.owner_id
      where r.publication_id = ${publication} and r.source <> ${source}
    union all select kind, value, null from import_row n cross join lateral (values
      ('numbers', n.legacy_id), ('mailboxes', n.data ->> 'email'), ('people', case when n.data ->> 'shipcode' is not null then n.data ->> 'fingerprint' end)
    ) said (kind, value) where n.import_id = ${id}::uuid and n.verdict = 'new'
  ),
  shared as (
    select kind, count(*) filter (where source is null)::int as rows, array_agg(distinct source) filter (where source is not null) as sources
    from one where value is not null group by kind, value having bool_or(source is null) and bool_or(source is not null)
  ),
  counted as (
    select s.source, coalesce(sum(rows) filter (where kind = 'numbers'), 0)::int as numbers,
      coalesce(sum(rows) filter (where kind = 'mailboxes'), 0)::int as mailboxes, coalesce(sum(rows) filter (where kind = 'people'), 0)::int as people
    from shared cross join unnest(sources) s (source) group by s.source
  )
  select coalesce(json_agg(counted order by mailboxes + people desc, source), '[]') from counted where mailboxes + people > 0`;

const Counts = v.object({ ...ImportCounts.entries });

/** What the rows say together: a number that stands twice, a person with two addresses, and the counts. */
export async function sumUp(tx: Tx, { config, publication }: ImportDeps, { id, source }: Job): Promise<Prisma.InputJsonValue> {
  const { publicationId } = config;
  const published = publication.cached();
  // Of a file that came since it looked last the database thinks that it has no rows, and reads all of them for each.
  await tx.$executeRaw`analyze import_row (import_id, row, legacy_id, verdict)`;
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
  const alone = (await changedAlone(tx, publicationId, { id, source })).map(({ row, number }) => ({
    row,
    problems: [keptOf('line1', deskText('row_changed_alone', { typed: number }), published)],
  }));
  await tx.$executeRaw`
    update import_row r set verdict = 'refused', data = null, problems = x.problems
    from jsonb_to_recordset(${JSON.stringify(alone)}::jsonb) as x (row int, problems jsonb)
    where r.import_id = ${id}::uuid and r.row = x.row`;
  await setApart(tx, id, await apartInFile(tx, id));
  const [counted] = await tx.$queryRaw<unknown[]>`
    select count(*) filter (where verdict = 'new')::int as new, count(*) filter (where verdict = 'same')::int as same,
      count(*) filter (where verdict = 'changed')::int as changed, count(*) filter (where verdict = 'ended')::int as ended,
      count(*) filter (where verdict = 'refused')::int as refused,
      count(*) filter (where verdict = 'new' and data ->> 'email' is not null)::int as mailboxes,
      count(*) filter (where verdict = 'new' and a.verified is not null)::int as accounts,
      count(*) filter (where verdict = 'new' and a.id is not null and a.verified is null and not exists (
        select from legacy_reader l where l.publication_id = a.publication_id and l.owner_id = a.id and l.made))::int as unproved,
      count(*) filter (where verdict = 'new' and data ->> 'apart' = 'true')::int as apart,
      count(*) filter (where verdict = 'new' and data ->> 'unsure' = 'true')::int as unsure,
      coalesce((array_agg(row + 1 order by row) filter (where verdict = 'new' and data ->> 'unsure' = 'true'))[1:${NAMED}::int], '{}') as unsure_rows,
      count(*) filter (where verdict = 'new' and data ->> 'moved' = 'true')::int as moved,
      count(*) filter (where verdict = 'new' and data ->> 'shipcode' is not null)::int as printed,
      count(*) filter (where verdict = 'new' and data ->> 'unposted' = 'true')::int as unposted,
      coalesce(sum((data ->> 'copies')::int) filter (where verdict = 'new' and data ->> 'shipcode' is not null), 0)::int as copies,
      count(*) filter (where verdict = 'new' and data ->> 'term' = 'lifetime')::int as lifetimes,
      coalesce(sum((data ->> 'issues')::int) filter (where verdict = 'new'), 0)::int as issues,
      coalesce(sum((data ->> 'value')::bigint) filter (where verdict = 'new'), 0)::float8 as value,
      count(*) filter (where verdict = 'new' and data ? 'lists' and data ->> 'email' is not null)::int as lists,
      count(*) filter (where verdict = 'new' and data ? 'note')::int as notes,
      count(*) filter (where data -> 'owes' ->> 'more' = 'true')::int as more, count(*) filter (where data -> 'owes' ->> 'more' = 'false')::int as less,
      (select coalesce(json_agg(json_build_object('row', row + 1, 'number', legacy_id, 'had', owes -> 'had', 'says', owes -> 'says') order by owes ->> 'more' desc, row), '[]') from (
        select n.row, n.legacy_id, n.data -> 'owes' as owes from import_row n where n.import_id = ${id}::uuid and n.data ? 'owes'
        order by n.data -> 'owes' ->> 'more' desc, n.row limit ${MOST_OTHERWISE}::int) named) as otherwise,
      -- Grouped once: of tables that were filled a moment ago the database knows nothing, and looked each row up among
      -- all of them.
      (select count(*)::int from (select from (
        select n.legacy_id as number, true as is_new from import_row n where n.import_id = ${id}::uuid and n.verdict = 'new'
        union all select ltrim(t.legacy_id, '0'), false from legacy_term t
          where t.publication_id = ${publicationId} and t.source = ${source} and t.legacy_id like '0%'
      ) numbers group by number having bool_or(is_new) and not bool_and(is_new)) lost) as without_zeros,
      (${takenBefore(publicationId, { id, source })}) as taken_before,
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
      select field, code, count(*)::int as count, (array_agg(row + 1 order by row))[1:${NAMED}::int] as rows, min(text) as text,
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
