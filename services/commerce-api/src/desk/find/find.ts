import { DeskFound } from '@newsstand/contracts/desk-find';
import { mayDo } from '@newsstand/contracts/desk-roles';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { hasRef } from '../../account/account-ref.ts';
import { isLabel, labelsOf } from '../../ledger/releases/post-labels.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import { takePoint } from '../../platform/limits/take-point.ts';
import type { Deps } from '../../publication/deps.ts';
import { accountToBe, calledOf, isErased } from '../known-reader.ts';
import { readMembers } from '../list-members.ts';
import { tracked } from './tracked-parcels.ts';
import type { Person } from '../staff/staff-session.ts';
import { LEAST, mailboxesOf, readScrap, type Scrap, tellingWords, withShortZips } from './search-words.ts';
import { isFrom } from '../../ledger/terms/source-parts.ts';
import { isOwed, isTokenOf, owes } from '../../ledger/terms/owes.ts';

/**
 * How many of each kind are shown, and among how many the best are chosen: of a word that tens of thousands have, those
 * that the database meets first. To look at each of them takes seconds.
 */
const SHOWN = 8;
const CANDIDATES = 200;
/** So many orders are looked at before the index is: a word that is in a fifth of them is common. */
const NEWEST = 1000;
/** So many that are spelled alike are asked for the words beside. */
const ALIKE = 4000;
/** So many that have a number are asked for a name: of a whole town the name is looked up first. */
const OF_NUMBER = 400;
/** So many words are tried alone, the longest first: a surname says more than a first name. */
const GUESSES = 2;
/**
 * SQL: a statement that sets something is planned for one process. Of what is spelled alike the database expects far
 * too much, and calls helpers who take longer to come than the work does.
 */
const ALONE = Prisma.sql`set_config('newsstand.alone', 'yes', true)`;
const longest = (words: string[]): string[] => words.toSorted((one, other) => other.length - one.length).slice(0, GUESSES);
const SEARCHES = { points: 120, window: MINUTE };

type FindDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
/**
 * How something is looked for: `all` words in it, or in its names each word or one that is spelled `like` it
 * (`find_spellings`); `beside`: of orders alone, one name is spelled like a word, and the others are there as they are;
 * `name`: one word is spelled like a name and is no town of theirs.
 */
type How = 'all' | 'like' | 'beside' | 'name';

const NOTHING: DeskFound = { readers: [], orders: [], invoices: [], gifts: [], goods: [], guess: false };
const InvoiceRow = v.object({ ...DeskFound.entries.invoices.item.entries, number: v.number() });
const GiftRow = v.object({ ...DeskFound.entries.gifts.item.entries, invoice: v.nullable(v.number()) });
const Row = v.object({
  ...v.omit(DeskFound, ['guess', 'invoices', 'gifts', 'listed']).entries,
  invoices: v.array(InvoiceRow),
  gifts: v.array(GiftRow),
});

/**
 * Anything by any scrap, best first. All words must be in what is found; where nothing has them, those that say
 * something (`Kowalska, somewhere in Ohio`); where nothing has these either, what is spelled like them is found, and
 * said to be a guess. A whole address that is on a mailing list is said with it, whoever's it is. Who sees no readers
 * finds orders; who sees no names finds them by their numbers alone. A label's number leads to whose it is. What was
 * searched for is kept.
 */
export async function find(deps: FindDeps, person: Person, typed: string): Promise<DeskFound> {
  const { settings } = deps.publication.cached();
  const scrap = readScrap(typed, { receipt: settings.receipt_prefix, invoice: settings.invoice_prefix });
  const found = await search(deps, person, typed, scrap);
  const listed = mayDo(person.roles, 'seeReaders') ? await readMembers(deps, scrap.words) : null;
  return listed === null ? found : { ...found, listed };
}

async function search(deps: FindDeps, person: Person, typed: string, scrap: Scrap): Promise<DeskFound> {
  if (scrap.words.length === 0 && scrap.orders.length === 0 && scrap.label === null && scrap.ref === null) return NOTHING;
  await takePoint(deps, `desk-find:${person.id}`, SEARCHES);
  const { publicationId } = deps.config;
  await deps.db.staffSearch.create({ data: { id: uuidv7(), publicationId, staffId: person.id, words: typed, at: deps.clock() } });
  const sees = {
    readers: mayDo(person.roles, 'seeReaders'),
    names: mayDo(person.roles, 'seeNames'),
    goods: mayDo(person.roles, 'seeStock'),
  };
  const seen = sees.names ? scrap : { ...scrap, words: [], label: null, ref: null, legacy: [], purchases: [] };
  const whole = await look(deps, seen, 'all', sees);
  const short = isEmpty(whole) ? withShortZips(seen.words) : null;
  const sought = short === null ? seen : { ...seen, words: short };
  const exactly = short === null ? whole : await look(deps, sought, 'all', sees);
  if (!isEmpty(exactly)) return exactly;
  const each: DeskFound[] = [];
  for (const mailbox of mailboxesOf(sought.words)) each.push(await look(deps, { ...sought, words: [mailbox] }, 'all', sees));
  if (each.some((one) => !isEmpty(one))) return together(each);
  if (!sought.words.some(isName)) return exactly;
  // A caller's whole sentence was typed: without what only holds it together.
  const telling = tellingWords(sought.words);
  const narrowed = telling === null ? sought : { ...sought, words: telling };
  const told = telling === null ? exactly : await look(deps, narrowed, 'all', sees);
  if (!isEmpty(told)) return told;
  let guessed = await look(deps, narrowed, 'like', sees);
  if (isEmpty(guessed) && narrowed.words.length > 1) guessed = await look(deps, narrowed, 'beside', sees);
  // What is said beside a name may be known of nobody: then each word that may be one is guessed at alone, as a name,
  // and not as a town.
  const names = narrowed.words.length > 1 ? longest(narrowed.words.filter(isName)) : [];
  for (const name of names) if (isEmpty(guessed)) guessed = await look(deps, { ...narrowed, words: [name] }, 'name', sees);
  return { ...guessed, guess: !isEmpty(guessed) };
}

const isEmpty = ({ readers, orders, invoices, gifts, goods }: DeskFound): boolean =>
  [readers, orders, invoices, gifts, goods].every((kind) => kind.length === 0);

/** What was found of each, once. */
function together(all: readonly DeskFound[]): DeskFound {
  const once = <Row>(rows: readonly Row[], key: (row: Row) => string): Row[] =>
    [...new Map(rows.map((row) => [key(row), row])).values()].slice(0, SHOWN);
  return {
    readers: once(
      all.flatMap(({ readers: found }) => found),
      ({ owner }) => owner,
    ),
    orders: once(
      all.flatMap(({ orders: found }) => found),
      ({ number }) => number,
    ),
    invoices: once(
      all.flatMap(({ invoices: found }) => found),
      ({ number }) => number,
    ),
    gifts: once(
      all.flatMap(({ gifts: found }) => found),
      ({ order, invoice, recipient }) => `${invoice ?? order} ${recipient}`,
    ),
    goods: once(
      all.flatMap(({ goods: found }) => found),
      ({ type, ref }) => `${type} ${ref}`,
    ),
    guess: false,
  };
}

/** One statement. */
async function look(
  { db, config, publication }: { db: Sql } & Pick<Deps, 'config' | 'publication'>,
  scrap: Scrap,
  how: How,
  sees: { readers: boolean; names: boolean; goods: boolean },
): Promise<DeskFound> {
  const { publicationId } = config;
  const none = Prisma.sql`select '[]'::json`;
  const [row] = await db.$queryRaw<unknown[]>(Prisma.sql`
    with ${sold(publicationId, scrap, how)}
    select (${sees.readers && (scrap.words.length + scrap.legacy.length > 0 || scrap.label !== null || scrap.ref !== null) ? readers(publicationId, scrap, how) : none}) as readers,
      (${orders(publicationId, scrap, how)}) as orders,
      (${sees.names ? invoices(publicationId, scrap, how) : none}) as invoices,
      (${sees.names && scrap.words.length > 0 ? gifts(publicationId, scrap, how) : none}) as gifts,
      (${sees.goods && scrap.words.length > 0 && how === 'all' ? goods(publicationId, scrap) : none}) as goods,
      ${ALONE}`);
  const found = v.parse(Row, row);
  const { invoice_prefix: prefix } = publication.cached().settings;
  const own = <Found extends { owner: string | null }>(all: Found[]) => (sees.readers ? all : all.map((one) => ({ ...one, owner: null })));
  return {
    readers: found.readers,
    orders: own(found.orders).map((order) => (sees.names ? order : { ...order, name: '' })),
    invoices: own(found.invoices).map((invoice) => ({ ...invoice, number: invoiceNumber(prefix, invoice.number) })),
    gifts: own(found.gifts).map(({ invoice, ...gift }) => ({
      ...gift,
      ...(invoice !== null && { invoice: invoiceNumber(prefix, invoice) }),
    })),
    goods: found.goods,
    guess: false,
  };
}

/**
 * SQL: the orders `sold` that have what was typed. A word that a fifth of a million have costs more to look up than all
 * else: where so many of the newest have it that they are enough, the index is not asked.
 */
function sold(publication: string, scrap: Scrap, how: How): Prisma.Sql {
  const columns = Prisma.sql`o.id, o.number, o.name, o.email, o.address, o.state, o.total, o.created, o.owner_id`;
  const all = Prisma.sql`select ${columns} from "order" o where o.publication_id = ${publication} and o.number is not null and ${has(ORDER, scrap, how)}`;
  const mistyped =
    how === 'beside' ? oneMistyped(publication, scrap, columns) : how === 'like' ? besideNumber(publication, scrap, columns) : [];
  if (mistyped.length > 0) return Prisma.sql`sold as materialized (${Prisma.join(mistyped, ' union ')} limit ${CANDIDATES}::int)`;
  if (how !== 'all' || scrap.words.length !== 1) return Prisma.sql`sold as materialized (${all} limit ${CANDIDATES}::int)`;
  return Prisma.sql`lately as materialized (
      select ${columns} from (
        select * from "order" where publication_id = ${publication} and paid is not null order by paid desc limit ${NEWEST}::int
      ) o where o.number is not null and ${has(ORDER, scrap, how)} limit ${CANDIDATES}::int
    ), sold as materialized (
      (select * from lately where (select count(*) from lately) = ${CANDIDATES}::int)
      union all (${all} and (select count(*) from lately) < ${CANDIDATES}::int limit ${CANDIDATES}::int)
    )`;
}

/**
 * SQL: of several words that may be names, the orders whose name is spelled like one of them and that have the others
 * as they are, since a guest's town has no spellings; beside the longest, which the fewest have, in their name spelled
 * alike, too. One condition is looked up, and the others are asked of what it found: together the database would take
 * the commonest for the rarest.
 */
function oneMistyped(publication: string, { words }: Scrap, columns: Prisma.Sql): Prisma.Sql[] {
  const names = words.filter(isName).toSorted((one, other) => other.length - one.length);
  if (names.length < 2) return [];
  return names.slice(0, GUESSES).map((name, at) => {
    const others = words.filter((word) => word !== name);
    const each = others.map((word) =>
      at === 0 && isName(word) ? Prisma.sql`(${writtenIn(ORDER, word)} or ${spelledIn(ORDER, word)})` : writtenIn(ORDER, word),
    );
    return Prisma.sql`(select * from (
      select ${columns} from "order" o where o.publication_id = ${publication} and o.number is not null and ${spelledIn(ORDER, name)} limit ${ALIKE}::int
    ) o ${others.length === 0 ? Prisma.empty : Prisma.sql`where ${Prisma.join(each, ' and ')}`})`;
  });
}

/**
 * SQL: of a mistyped name beside a number, a postcode or what else has digits, the orders that have both. Either is
 * looked up, and the other is asked of what it found: to ask of each order of a town whose name it has takes longest.
 */
function besideNumber(publication: string, { words }: Scrap, columns: Prisma.Sql): Prisma.Sql[] {
  const [name] = longest(words.filter(isName));
  const [number] = longest(words.filter((word) => !isName(word) && [...word].length >= LEAST));
  if (name === undefined || number === undefined) return [];
  const asked = (word: string) => (isName(word) ? spelledIn(ORDER, word) : writtenIn(ORDER, word));
  return [
    { word: number, limit: OF_NUMBER },
    { word: name, limit: ALIKE },
  ].map(({ word, limit }) => {
    const others = words.filter((other) => other !== word).toSorted((one, other) => Number(isName(one)) - Number(isName(other)));
    return Prisma.sql`(select * from (
      select ${columns} from "order" o where o.publication_id = ${publication} and o.number is not null and ${asked(word)} limit ${limit}::int
    ) o where ${Prisma.join(others.map(asked), ' and ')})`;
  });
}

/** Whether a word may be a mistyped name: a number or an address is looked for as it is. */
const isName = (word: string): boolean => [...word].length >= 4 && !/[\d@]/.test(word);

/**
 * What is looked in: the text, and of its names the spellings, each as its index has it; `places`: the towns that are
 * among the spellings, null where none are.
 */
type Looked = { text: Prisma.Sql; spellings: Prisma.Sql; places: Prisma.Sql | null };

/** SQL: a word is in it as it is typed. What means something to LIKE means itself here. */
const writtenIn = ({ text }: Looked, word: string): Prisma.Sql =>
  Prisma.sql`${text} like '%' || replace(replace(find_text(${word}), '%', '\\%'), '_', '\\_') || '%'`;

/** SQL: one of its names is spelled like a word. */
const spelledIn = ({ spellings }: Looked, word: string): Prisma.Sql => Prisma.sql`${spellings} && find_spellings(${word})`;

/** SQL: what is kept has what was typed. */
function has(looked: Looked, { words }: Scrap, how: How): Prisma.Sql {
  const { places } = looked;
  if (words.length === 0 || how === 'beside') return Prisma.sql`false`;
  const [written, spelled] = [(word: string) => writtenIn(looked, word), (word: string) => spelledIn(looked, word)];
  if (how === 'all') return Prisma.join(words.map(written), ' and ');
  // A guess is at whole words: together with parts of them the database would take the commonest for the rarest.
  const alike = Prisma.join(
    words.map((word) => (isName(word) ? spelled(word) : written(word))),
    ' and ',
  );
  const [first = ''] = words;
  if (how === 'name') {
    return places === null ? alike : Prisma.sql`(${alike} and position(' ' || find_text(${first}) || ' ' in ' ' || ${places} || ' ') = 0)`;
  }
  return alike;
}

/**
 * SQL: how well it has it: each word that begins one of its words counts, and one that is a word of it counts twice.
 */
function rank({ text }: Looked, { words }: Scrap, how: How): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`0`;
  if (how !== 'all') return Prisma.sql`word_similarity(find_text(${words.join(' ')}), ${text})`;
  return Prisma.join(
    words.map(
      (word) => Prisma.sql`(position(' ' || find_text(${word}) in ' ' || ${text}) > 0)::int
        + (position(' ' || find_text(${word}) || ' ' in ' ' || ${text} || ' ') > 0)::int`,
    ),
    ' + ',
  );
}

const ACCOUNT: Looked = { text: Prisma.sql`find_text(a.name, a.email)`, spellings: Prisma.sql`find_spellings(a.name)`, places: null };
const ADDRESS: Looked = {
  text: Prisma.sql`find_text(d.name, d.address ->> 'line1', d.address ->> 'city', d.address ->> 'state_name', d.address ->> 'postcode')`,
  spellings: Prisma.sql`find_spellings(d.name, d.address ->> 'city', d.address ->> 'state_name')`,
  places: Prisma.sql`find_text(d.address ->> 'city', d.address ->> 'state_name')`,
};
const ORDER: Looked = {
  text: Prisma.sql`find_text(o.name, o.email, o.address ->> 'city', o.address ->> 'state_name', o.address ->> 'postcode')`,
  spellings: Prisma.sql`find_spellings(o.name)`,
  places: null,
};
const GIFT: Looked = {
  text: Prisma.sql`find_text(g.recipient_name, g.recipient_address ->> 'city', g.recipient_address ->> 'postcode')`,
  spellings: Prisma.sql`find_spellings(g.recipient_name, g.recipient_address ->> 'city')`,
  places: Prisma.sql`find_text(g.recipient_address ->> 'city')`,
};
const GIFTEE: Looked = {
  text: Prisma.sql`find_text(r.name, r.email, r.address ->> 'city', r.address ->> 'postcode')`,
  spellings: Prisma.sql`find_spellings(r.name, r.address ->> 'city')`,
  places: Prisma.sql`find_text(r.address ->> 'city')`,
};
const INVOICE: Looked = {
  text: Prisma.sql`find_text(i.billed_to, i.email_to)`,
  spellings: Prisma.sql`find_spellings(i.billed_to)`,
  places: null,
};

/**
 * SQL: accounts, and whoever print goes to or an order is of without one. The orders `sold` are looked for once, for
 * readers and for themselves.
 */
function readers(publication: string, scrap: Scrap, how: How): Prisma.Sql {
  const earlier = scrap.words.find((word) => word.includes('@'))?.toLowerCase() ?? '';
  return Prisma.sql`
    with hit as (
      select a.id as owner_id, ${rank(ACCOUNT, scrap, how)} as rank, a.created as at from (
        select id, name, email, created from account a where a.publication_id = ${publication} and ${has(ACCOUNT, scrap, how)} limit ${CANDIDATES}::int
      ) a
      union all
      select d.owner_id, ${rank(ADDRESS, scrap, how)}, d.updated from (
        select owner_id, name, address, updated from owner_address d
        where d.publication_id = ${publication} and ${has(ADDRESS, scrap, how)} limit ${CANDIDATES}::int
      ) d
      union all
      select o.owner_id, ${rank(ORDER, scrap, how)}, o.created from sold o
      union all
      select t.owner_id, 100, t.applied from legacy_term t
        where t.publication_id = ${publication} and legacy_key(t.legacy_id) in (select legacy_key(x) from unnest(${scrap.legacy}::text[]) x)
      union all
      select r.owner_id, 100, now() from legacy_reader r
        where r.publication_id = ${publication} and legacy_key(r.reader_id) in (select legacy_key(x) from unnest(${scrap.legacy}::text[]) x)
      union all
      select e.account_id, 3, e.until from earlier_email e join account a on a.id = e.account_id
        where e.email = ${earlier} and a.publication_id = ${publication}
      ${
        scrap.label === null
          ? Prisma.empty
          : Prisma.sql`
        union all select coalesce(term.to_id, label.owner_id), 200, now() from ${labelsOf(publication)} label
        -- What an account was given, too, stayed behind: its reader is the account's.
        left join (
          select m.to_id, s.owner_id, s.id from subscription s join merged_owner m on (m.publication_id, m.from_id) = (s.publication_id, s.owner_id)
          where s.publication_id = ${publication} and ${isFrom('left')}
        ) term on (term.owner_id, term.id) = (label.owner_id, label.subscription_id) where ${isLabel(scrap.label)}`
      }
      ${scrap.ref === null ? Prisma.empty : Prisma.sql`union all select a.id, 200, a.created from account a where a.publication_id = ${publication} and ${hasRef(scrap.ref)}`}
    ), best as (
      select owner_id, max(rank) as rank, max(at) as at from hit group by owner_id order by 2 desc, 3 desc limit ${CANDIDATES}::int
    ), person as (
      -- Who has an account, and is a guest of its mailbox, is one.
      select coalesce(k.id, b.owner_id) as owner_id, max(b.rank) as rank, max(b.at) as at, array_agg(b.owner_id) filter (where k.id is not null) as guests
      from best b left join lateral (select ${accountToBe(publication, Prisma.sql`b.owner_id`)} as id) k on true group by 1
    ), running as (
      select b.*, s.active_deliverable, s.issues_left from person b left join lateral (
        select s.active_deliverable, case when s.term <> 'lifetime' then (
          select count(*)::int from issue_token t where ${isTokenOf()} and ${isOwed}
        ) end as issues_left
        from subscription s where s.publication_id = ${publication} and s.owner_id = any(b.owner_id || b.guests) and ${owes()} order by s.cycle limit 1
      ) s on true
      order by b.rank desc, s.active_deliverable is null, b.at desc, b.owner_id limit ${SHOWN}::int
    )
    select coalesce(json_agg(json_build_object(
      'owner', r.owner_id, 'name', coalesce(nullif(a.name, ''), d.name, o.name, ''), 'email', coalesce(a.email, o.email),
      'town', coalesce(d.town, o.town), 'account', a.id is not null, 'erased', ${isErased(publication, Prisma.sql`r.owner_id`)},
      'guest', (select coalesce(${calledOf(publication, Prisma.sql`g`)}, '') from unnest(r.guests) g limit 1),
      'runs', case when r.active_deliverable is not null then json_build_object('deliverable', r.active_deliverable, 'left', r.issues_left) end
    ) order by r.rank desc, r.active_deliverable is null, r.at desc, r.owner_id), '[]')
    from running r left join account a on a.id = r.owner_id
      left join lateral (
        select d.name, concat_ws(', ', d.address ->> 'city', nullif(d.address ->> 'state', '')) as town from owner_address d
        where d.publication_id = ${publication} and d.owner_id = r.owner_id order by d.updated desc limit 1
      ) d on true
      left join lateral (
        select o.name, o.email, concat_ws(', ', o.address ->> 'city', nullif(o.address ->> 'state', '')) as town from "order" o
        where o.publication_id = ${publication} and o.owner_id = r.owner_id and o.number is not null order by o.created desc limit 1
      ) o on true`;
}

function orders(publication: string, scrap: Scrap, how: How): Prisma.Sql {
  const credited = Prisma.sql`select order_id from refund where publication_id = ${publication} and credit_number = ${scrap.credit}::int`;
  const sent = Prisma.sql`select d.order_id from ${tracked(publication, scrap.tracking)}`;
  // What none of these may be is not asked for.
  const others = [...(scrap.credit === null ? [] : [credited]), ...(scrap.tracking.length === 0 ? [] : [sent])];
  const number = Prisma.sql`(${Prisma.join(
    [Prisma.sql`o.number = any(${scrap.orders}::text[])`, ...others.map((ids) => Prisma.sql`o.id = any(array(${ids}))`)],
    ' or ',
  )})`;
  const columns = Prisma.sql`o.number, o.name, o.state, o.total, o.created, o.owner_id`;
  return Prisma.sql`
    select coalesce(json_agg(json_build_object('number', number, 'name', name, 'state', state, 'total', total, 'placed', created, 'owner', owner_id)
      order by rank desc, created desc), '[]')
    from (
      select * from (
        (select ${columns}, 100 as rank from "order" o where o.publication_id = ${publication} and o.number is not null and ${number})
        union all
        select ${columns}, ${rank(ORDER, scrap, how)} from sold o where not ${number}
      ) found order by rank desc, created desc limit ${SHOWN}::int
    ) best`;
}

function invoices(publication: string, scrap: Scrap, how: How): Prisma.Sql {
  const named =
    scrap.purchases.length === 0
      ? Prisma.sql`i.number = any(${scrap.invoices}::int[])`
      : Prisma.sql`(i.number = any(${scrap.invoices}::int[])
          or legacy_key(i.reference) = any(array(select legacy_key(x) from unnest(${scrap.purchases}::text[]) x)))`;
  return Prisma.sql`
    select coalesce(json_agg(json_build_object('number', number, 'billed_to', billed_to, 'total', total, 'due', to_char(due_date, 'YYYY-MM-DD'),
      'paid', paid is not null, 'owner', coalesce(subscriber_id, owner_id)) order by rank desc, number desc), '[]')
    from (
      select i.number, i.billed_to, i.due_date, i.paid, i.subscriber_id, i.owner_id, o.total,
        coalesce(${named}, false)::int * 100 + ${rank(INVOICE, scrap, how)} as rank
      from invoice i join "order" o on o.id = i.order_id
      where i.publication_id = ${publication} and (${named} or (${has(INVOICE, scrap, how)}))
      order by rank desc, i.number desc limit ${SHOWN}::int
    ) best`;
}

/**
 * Those that are sent to somebody, and whom an invoice names for gifts and goods: once it is paid a giftee who is
 * posted to is both.
 */
function gifts(publication: string, scrap: Scrap, how: How): Prisma.Sql {
  return Prisma.sql`
    select coalesce(json_agg(json_build_object('recipient', recipient, 'town', town, 'order', order_number, 'invoice', invoice, 'owner', owner_id)
      order by rank desc, id desc), '[]')
    from (
      select recipient, town, order_number, invoice, owner_id, max(rank) as rank, max(id::text) as id from (
        select g.recipient_name as recipient, g.recipient_address ->> 'city' as town, coalesce(o.number, '') as order_number, null::int as invoice, g.owner_id, g.id,
          ${rank(GIFT, scrap, how)} as rank
        from (
          select * from gift g where g.publication_id = ${publication} and g.recipient_name is not null and ${has(GIFT, scrap, how)} limit ${CANDIDATES}::int
        ) g join "order" o on o.id = g.order_id
        union all
        select r.name, r.address ->> 'city', coalesce(o.number, ''), i.number, coalesce(i.subscriber_id, o.owner_id), o.id, ${rank(GIFTEE, scrap, how)}
        from (
          select * from order_giftee r where r.publication_id = ${publication} and ${has(GIFTEE, scrap, how)} limit ${CANDIDATES}::int
        ) r join "order" o on o.id = r.order_id left join invoice i on i.order_id = o.id and o.number is null
        where o.number is not null or i.number is not null
      ) found group by recipient, town, order_number, invoice, owner_id
      order by rank desc, id desc limit ${SHOWN}::int
    ) best`;
}

/** A magazine has hundreds of goods at most: no index. What is counted is in stock's pages. */
function goods(publication: string, { words }: Scrap): Prisma.Sql {
  const text = Prisma.sql`find_text(g.name, g.detail, g.ref)`;
  const each = words.map((word) => Prisma.sql`position(find_text(${word}) in ${text}) > 0`);
  return Prisma.sql`
    select coalesce(json_agg(json_build_object('type', type, 'ref', ref, 'name', name, 'detail', detail, 'stock', stock) order by on_sale desc, name, detail, ref), '[]')
    from (
      select * from good g where g.publication_id = ${publication} and g.stock is not null and ${Prisma.join(each, ' and ')}
      order by g.on_sale desc, g.name, g.detail, g.ref limit ${SHOWN}::int
    ) best`;
}
