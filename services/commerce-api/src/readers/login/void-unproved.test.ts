// Of every table, and of every column of those by which an account is entered or changed, what the first proof of a
// mailbox, and what a new password does with it. The tables and columns are the database's own: one that is not
// declared here fails.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { voidPrepared } from './void-unproved.ts';

/**
 * `void`: a row of an account's is gone, or a column another, after both. `void-unproved`: after the first proof alone,
 * since otherwise whoever had proved the mailbox set it up. `kept`: why it may stay.
 */
type Kept = { kept: string };
type Fate = 'void' | 'void-unproved' | Kept | { columns: Record<string, 'void' | 'void-unproved' | Kept> };

const kept = (why: string): Kept => ({ kept: why });
const keptColumns = (names: string, why: string) => Object.fromEntries(names.split(' ').map((name) => [name, kept(why)]));
const PAID = kept('it was paid for, and what was paid for is the account’s, whoever paid');
const SHOP = kept('the magazine’s own, of nobody’s');
const SHORT = kept('counts tries, holds nothing of an account’s');
const OF_ORDER = kept('of its order');

const FATES: Record<string, Fate> = {
  account: {
    columns: {
      id: kept('who it is'),
      publication_id: kept('whose it is'),
      email: kept('what is proved'),
      name: 'void-unproved',
      password_hash: 'void-unproved',
      verified: kept('is the proof'),
      email_failing: kept('a warning'),
      customer: kept('a name at the card provider’s that opens nothing'),
      method: kept('charged for the account alone, shown to whoever is in it, who can remove it'),
      payment: kept('what is shown of `method`'),
      autorenew_since: kept('who paid first agreed to it, the owner is written to before each charge'),
      autorenew_stopped_by: kept('says why it is off'),
      voided: kept('is the voiding'),
      issue_letters: kept('its mailbox may have ended them by a letter’s link; the owner switches them in the account'),
      created: kept('a date'),
    },
  },
  session: 'void',
  email_change: 'void',
  ticket: 'void',
  identity: 'void-unproved',
  known_device: 'void-unproved',
  cart: {
    columns: {
      ...keptColumns('publication_id owner_id', 'whose it is'),
      version: 'void-unproved',
      coupon: 'void-unproved',
      subscription: 'void-unproved',
      donation: 'void-unproved',
      updated: kept('a date'),
    },
  },
  cart_line: 'void-unproved',
  owner_address: 'void-unproved',
  order: {
    columns: {
      ...keptColumns(
        'id publication_id owner_id number cart_version name email kept_for recipient shipcode goods shipping discount waived total currency ' +
          'attempt intent_id failure card created updated paid network own_words',
        'what was ordered: the account is not changed by it',
      ),
      state: 'void-unproved',
      receipt_token: kept('shows what whoever has it ordered'),
      address: kept('takes no place of one that was kept since the order: `named` in keep-address.ts'),
      save_card: 'void',
      autorenew: 'void',
    },
  },
  order_line: OF_ORDER,
  order_giftee: OF_ORDER,
  order_post_to: OF_ORDER,
  order_dropped: OF_ORDER,
  money_back: OF_ORDER,
  bank_inquiry: OF_ORDER,
  intent_to_cancel: OF_ORDER,
  coupon_use: kept('of its order; goes with one that is cancelled'),
  subscription: PAID,
  issue_token: PAID,
  subscription_change: PAID,
  gift: kept('whoever has its token may redeem it, as a gift is; the purchaser’s own account shows it'),
  donation: {
    columns: {
      ...keptColumns(
        'publication_id owner_id id order_id process amount first paid_period failing ended ended_by customer method payment',
        'charges the card that it was begun with; its owner can end it',
      ),
      token: 'void-unproved',
    },
  },
  charge: {
    columns: {
      ...keptColumns(
        'publication_id owner_id kind subject cycle amount choice remind due state why next_attempt',
        'what the account’s own subscription and donations cost next',
      ),
      token: 'void-unproved',
    },
  },
  charge_attempt: kept('of its charge'),
  post_list: kept('what was posted'),
  post_line: kept('what was posted'),
  post_return: kept('what the post brought back'),
  post_copy: kept('what is posted again, where the post lost it'),
  earlier_email: kept('only of who had proved the mailbox: nobody else asks for another'),
  admin_view: kept('staff’s own link, which looks and touches nothing'),
  invoice: kept(
    'staff wrote it; before it is given to an account that is not proved, `find-or-create-account.ts` voids what was set up there',
  ),
  invoice_payment: kept('of its invoice'),
  outbox: kept('letters to the mailbox itself; the links in those that went elsewhere are dead with what they are of'),
  list_signup: kept('the mailbox’s, not the account’s'),
  staff: kept('the publisher’s own people, apart from readers: an address of theirs opens no account'),
  staff_key: SHOP,
  staff_session: SHOP,
  staff_search: SHOP,
  staff_look: kept('who of staff opened the page of whoever the account turns out to be'),
  staff_action: kept('what staff did, whoever the account turns out to be; goes when the account is deleted'),
  closing: SHOP,
  book_check: SHOP,
  book_difference: kept('what does not add up in the books, whoever it is of'),
  merged_owner: kept('whose purchases the account took over'),
  reader_note: kept('what staff knows of whoever the account turns out to be'),
  publication: SHOP,
  good: SHOP,
  product: SHOP,
  issue: SHOP,
  issue_file: SHOP,
  import: SHOP,
  import_row: kept('a file that staff brought, beside the readers until it is applied'),
  import_reader: kept('which files of the staff’s brought or changed them'),
  legacy_reader: kept('staff brought it; what came for the mailbox waits apart until the proof'),
  legacy_term: kept('what staff brought, with the subscription that it became'),
  issue_upload: SHOP,
  file: SHOP,
  refund: kept('money that went back, whoever the account turns out to be'),
  refund_line: kept('of its refund'),
  release: SHOP,
  release_plan: SHOP,
  dispatch: kept('what was posted of an order, to the address that stands in it'),
  dispatch_line: kept('of its parcel'),
  dispatch_batch: SHOP,
  stock_move: SHOP,
  coupon_count: SHOP,
  webhook_event: kept('ids of the card provider’s'),
  hook_endpoint: SHOP,
  hook_message: kept('what the publisher’s own systems are told of what happened, whoever the account turns out to be'),
  rate_limit: SHORT,
  used_captcha: SHORT,
};

let service: TestApp;
let database: pg.Client;
let columns: Map<string, string[]>;
beforeAll(async () => {
  service = await createTestApp();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like '\\_prisma%' order by 1, 2`,
  );
  // Rows of any values: what they may be is said elsewhere.
  const checks = await database.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  for (const { statement } of checks.rows) await database.query(statement);
  columns = new Map([...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.map(({ column }) => column)]));
});
afterAll(async () => {
  await database.end();
  await service.close();
});

test('each table is declared, and each column of those that decide who enters an account', () => {
  expect([...columns.keys()]).toEqual(Object.keys(FATES).toSorted());
  for (const [table, fate] of Object.entries(FATES)) {
    if (typeof fate === 'object' && 'columns' in fate) expect(Object.keys(fate.columns).toSorted()).toEqual(columns.get(table));
  }
});

/** How a row of a table says whose it is. */
const OWNERS = ['account_id', 'owner_id', 'subscriber_id', 'redeemed_by'];
const MAILBOXES = ['email', 'recipient'];

test('a table that names an owner, or a mailbox, is not declared to be the magazine’s own', () => {
  for (const [table, names] of columns) {
    expect(ownerOf(names) !== undefined && (FATES[table] === SHOP || FATES[table] === SHORT), table).toBe(false);
  }
});

const ownerOf = (names: readonly string[]): string | undefined => [...OWNERS, ...MAILBOXES].find((name) => names.includes(name));

/** An account that is not proved, with one row in every table that can hold something of it. */
async function fill(): Promise<{ id: string; email: string; tables: string[] }> {
  const [id, email] = [uuidv7(), `filled-${uuidv7()}@example.org`];
  // Rows of a reader, not of the shop they buy in: what they refer to need not be there.
  await database.query('set session_replication_role = replica');
  const tables: string[] = [];
  for (const [table, names] of columns) {
    const by = ownerOf(names);
    if (by === undefined && table !== 'account') continue;
    tables.push(table);
    await insert(table, by ?? 'id', { id, email });
  }
  await database.query('set session_replication_role = origin');
  return { id, email, tables };
}

type Column = { name: string; type: string; enumerated: string | null; optional: boolean };

/** A row with a value of its type in every column that wants one. */
async function insert(table: string, by: string, { id, email }: { id: string; email: string }): Promise<void> {
  const { rows } = await database.query<Column>(
    `select column_name as name, udt_name as type, (
       select e.enumlabel from pg_enum e join pg_type y on y.oid = e.enumtypid where y.typname = udt_name order by enumsortorder limit 1
     ) as enumerated, is_nullable = 'YES' or column_default is not null as optional
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const given = new Map<string, unknown>(rows.filter(({ optional }) => !optional).map((column) => [column.name, sample(column)]));
  if (columns.get(table)?.includes('publication_id')) given.set('publication_id', 'main');
  if (columns.get(table)?.includes('owner_id')) given.set('owner_id', id);
  given.set(by, MAILBOXES.includes(by) ? email : id);
  for (const [name, value] of Object.entries(WANTED[table]?.(id, email) ?? {})) given.set(name, value);
  const names = [...given.keys()];
  const marks = names.map((_, at) => `$${at + 1}`);
  await database.query(`insert into "${table}" (${names.map((name) => `"${name}"`).join()}) values (${marks.join()})`, [...given.values()]);
}

/** What a table's part in this test asks for. */
const WANTED: Record<string, (id: string, email: string) => Record<string, unknown>> = {
  account: (id, email) => ({ id, email, password_hash: 'set', voided: null }),
  session: (id) => ({ owner_id: id, method: 'password', expires: new Date(Date.now() + 1e9) }),
  ticket: (_, email) => ({ kind: 'reset', email, expires: new Date(Date.now() + 1e9) }),
  order: () => ({ state: 'started', save_card: true, autorenew: true, shipcode: 'a' }),
  owner_address: () => ({ shipcode: 'a' }),
  cart: () => ({ coupon: 'TYPED', subscription: '{}', donation: '{}' }),
};

let counted = 0;

function sample({ name, type, enumerated }: Column): unknown {
  if (enumerated !== null) return enumerated;
  if (type === 'uuid') return uuidv7();
  if (type.startsWith('int')) return ++counted;
  if (type === 'bool') return false;
  if (type === 'jsonb') return '{}';
  if (type === 'timestamptz' || type === 'date') return new Date();
  if (type === 'bytea') return Buffer.from('x');
  if (type.startsWith('_')) return [];
  return `${name}-${uuidv7()}`;
}

const rowOf = async (table: string, { id, email }: { id: string; email: string }): Promise<Record<string, unknown> | null> => {
  const by = table === 'account' ? 'id' : (ownerOf(columns.get(table) ?? []) ?? '');
  const whose = MAILBOXES.includes(by) ? email : id;
  const { rows } = await database.query<Record<string, unknown>>(`select * from "${table}" where "${by}" = $1`, [whose]);
  return rows[0] ?? null;
};

describe.each([
  { event: 'the first proof of the mailbox', first: true },
  { event: 'a new password, another address or the end of a session', first: false },
])('$event', ({ first }) => {
  test('does with each row and column of an account what is declared, and with those of another account nothing', async () => {
    const [mine, other] = [await fill(), await fill()];
    // A subscription keeps the address that it is posted to; that is another test's (takeover.test.ts).
    await database.query('delete from subscription');
    const before = new Map<string, Record<string, unknown> | null>();
    for (const table of mine.tables) before.set(table, await rowOf(table, mine));
    await service.deps.db.$transaction(async (tx) => {
      if (first) await proveMailbox(tx, service.deps, { ...mine, name: 'Ana' }, { replaced: null });
      else await voidPrepared(tx, service.deps, mine.id);
    });
    const isVoid = (fate: unknown) => fate === 'void' || (first && fate === 'void-unproved');
    for (const table of mine.tables.filter((name) => name !== 'subscription')) {
      const [fate, was, is] = [FATES[table], before.get(table) ?? null, await rowOf(table, mine)];
      expect(was, `${table} was filled`).not.toBeNull();
      if (typeof fate === 'object' && 'columns' in fate) {
        for (const [column, each] of Object.entries(fate.columns)) {
          if (isVoid(each)) expect(is?.[column], `${table}.${column} is void`).not.toEqual(was?.[column]);
          else if (!['verified', 'voided', 'updated'].includes(column))
            expect(is?.[column], `${table}.${column} is kept`).toEqual(was?.[column]);
        }
      } else expect(is === null, `${table} is ${isVoid(fate) ? 'void' : 'kept'}`).toBe(isVoid(fate));
      expect(await rowOf(table, other), `${table} of another account`).not.toBeNull();
    }
  });
});
