import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './root.ts';

const refund = `'(?:to-approve|asked|pending|sent|refused|failed)'`;

/**
 * What stands in one place, by which everything else goes; how else it is written; and a line of each kind that would
 * be found. `within`: the files that must not write it, where others may.
 */
const RULES: Record<string, { own: string[]; within?: RegExp; ways: RegExp[]; planted: string[] }> = {
  'which states of a refund are going, and which did not arrive': {
    own: ['packages/contracts/src/desk-refund.ts', 'services/commerce-api/src/ledger/orders/refund-states.ts'],
    ways: [
      new RegExp(String.raw`\b[rp]\.state (?:not )?in \(${refund}`),
      new RegExp(String.raw`\bstate: \{ (?:in|notIn): \[${refund}`),
      /\bstate [!=]== '(?:to-approve|asked|sent|refused|failed)' (?:\|\||&&) state [!=]== '/,
    ],
    planted: [
      `where r.order_id = o.id and r.state in ('asked', 'pending', 'sent')`,
      `where: { orderId: order, state: { in: ['to-approve', 'asked'] } }`,
      `const missed = state === 'refused' || state === 'failed';`,
    ],
  },
  'in which states money is gone': {
    own: [
      'packages/contracts/src/money-back.ts',
      'packages/contracts/src/money-back-states.ts',
      'services/commerce-api/src/ledger/orders/money-gone.ts',
    ],
    ways: [
      /\bm\.state (?:not )?in \([^)]*'(?:pending|refunded|failed|lost|won)'/,
      /\bstate: \{ (?:in|notIn): \[[^\]]*'(?:lost|refunded|won)'/,
      /\bstate [!=]== '(?:pending|refunded|failed|open|lost|won)' (?:\|\||&&) (?:\w+\.)*state [!=]== '(?:pending|refunded|failed|open|lost|won)'/,
      /(?:picklist\(|array)\['(?:pending|refunded|open|lost)', '(?:pending|refunded|failed|lost|won)'/,
    ],
    planted: [
      `where m.order_id = o.id and m.state in ('open', 'lost', 'pending', 'refunded')`,
      `const takenBack = { state: { in: ['open', 'lost'] } };`,
      `where m.order_id = o.id and m.state in ('open', 'lost', 'won')`,
      `const isTaken = back.some(({ state }) => state === 'open' || state === 'lost');`,
      `(back.state === 'pending' || back.state === 'refunded') && credited`,
      `state: v.picklist(['pending', 'refunded', 'failed']),`,
    ],
  },
  'what a line cost': {
    own: ['services/commerce-api/src/ledger/orders/line-paid.ts'],
    ways: [/\b([a-z])\.price \* \1\.quantity - \1\.discount/],
    planted: [`select sum(x.price * x.quantity - x.discount) from order_line x`],
  },
  'which orders are paid, bought, or may still be paid': {
    own: ['packages/contracts/src/order-state.ts', 'services/commerce-api/src/ledger/orders/order-states.ts'],
    ways: [
      /\b(?:o\.)?state in \('(?:started|processing|paid|fulfilled)', '/,
      /\bstate: \{ (?:in|notIn): \['(?:started|processing|paid|fulfilled)'/,
      /\bstate [!=]== 'paid' (?:\|\||&&) (?:\w+\.)*state [!=]== 'fulfilled'/,
    ],
    planted: [
      `where o.publication_id = $1 and o.state in ('paid', 'fulfilled')`,
      `update "order" set failure = null where state in ('started', 'processing')`,
      `where: { state: { in: ['processing', 'paid', 'fulfilled'] } }`,
      `if (order.state === 'paid' || order.state === 'fulfilled') return;`,
      `const isPaid = ({ state }) => state === 'paid' || state === 'fulfilled';`,
    ],
  },
  // What an unpaid invoice upgrades or moves goes with `endingTerms` alone; of what the others end there is none.
  'what ends a subscription, or takes it away': {
    own: [
      'services/commerce-api/src/desk/readers/cancel-subscription.ts',
      'services/commerce-api/src/desk/readers/comp-subscription.ts',
      'services/commerce-api/src/desk/refunds/take-away.ts',
      'services/commerce-api/src/account/delete-account.ts',
      'services/commerce-api/src/ledger/gifts/claim-sent-gift.ts',
      'services/commerce-api/src/readers/imports/withdraw-rows.ts',
    ],
    ways: [
      /\bdelete from subscription\b/,
      /\bsubscription\.delete(?:Many)?\(/,
      /\bset\b.*\bcancelled = \$\{/,
      /\bdata: \{ cancelled: (?!null)/,
    ],
    planted: [
      'await tx.$executeRaw`delete from subscription where id = ${id}::uuid`;',
      `await tx.subscription.deleteMany({ where: { ownerId: owner } });`,
      'update subscription set cancelled = ${now} where id = ${id}::uuid',
      `await tx.subscription.update({ where: key, data: { cancelled: now } });`,
    ],
  },
  'how a term begins, and how its issues are given': {
    own: [
      'services/commerce-api/src/ledger/terms/add-term.ts',
      'services/commerce-api/src/ledger/releases/run-release.ts',
      'services/commerce-api/src/readers/imports/apply-rows.ts',
      'services/commerce-api/src/readers/login/adopt-purchases.ts',
    ],
    ways: [
      /\binsert into (?:subscription|issue_token)\b/,
      /\b(?:subscription|issueToken)\.(?:create|upsert)(?:Many)?\(/,
      /\bupdate issue_token\b.*\bissue = /,
      /\bissueToken\.update(?:Many)?\(/,
    ],
    planted: [
      `insert into subscription (publication_id, owner_id, id) values ($1, $2, $3)`,
      `insert into issue_token (publication_id, owner_id, subscription_id, ordinal) select 1`,
      `await tx.subscription.create({ data: term });`,
      `await tx.issueToken.createMany({ data: tokens });`,
      'update issue_token set issue = ${issue}::int, delivered = ${now} where id = ${id}',
      `await tx.issueToken.updateMany({ where: { ownerId }, data: { issue } });`,
    ],
  },
  'which invoices are owed': {
    own: ['packages/contracts/src/desk-invoices.ts'],
    ways: [/'(?:open|past-due)'(?:, | (?:\|\||&&) .*[!=]== )'(?:open|past-due)'/],
    planted: [`from: ['open', 'past-due'],`, `const isOpen = state === 'open' || state === 'past-due';`],
  },
  'who has the next word about an import': {
    own: ['packages/contracts/src/desk-imports.ts'],
    ways: [
      /'(?:columns|checking|checked|applying|applied|stopped)'(?:, | (?:\|\||&&) (?:\w+\.)*state [!=]== )'(?:checked|applying|stopped|withdrawing)'/,
    ],
    planted: [
      `and state in ('checking', 'applying', 'withdrawing') and not paused`,
      `const isAsked = state === 'columns' || state === 'checked';`,
      `await lock(tx, deps, id, ['applied', 'stopped']);`,
    ],
  },
  'whether an issue is given to readers': {
    own: ['packages/contracts/src/desk-issues.ts'],
    ways: [/\bstate [!=]== '(?:begun|out)' (?:\|\||&&) (?:\w+\.)*state [!=]== '(?:begun|out)'/],
    planted: [`if (issue.state === 'out' || issue.state === 'begun') return;`, `const isComing = state !== 'begun' && state !== 'out';`],
  },
  'how a charge stands, and which of its attempts are under way': {
    own: ['services/commerce-api/src/ledger/planned-charges/charge.ts', 'services/commerce-api/src/rules/charges/retry-rules.ts'],
    ways: [
      /'open'(?:, | \| )'paid'(?:, | \| )'stopped'/,
      /'started'(?:, | \| )'(?:paid|processing)'(?:, | \| )'(?:processing|declined)'/,
      /outcome (?:in|[!=]==) .*'started'.*'processing'/,
    ],
    planted: [
      `state: v.picklist(['open', 'paid', 'stopped']),`,
      `state: 'open' | 'paid' | 'stopped';`,
      `const Outcome = v.picklist(['started', 'paid', 'processing', 'declined', 'stop']);`,
      `where a.outcome in ('started', 'processing')`,
      `const isOpen = outcome === 'started' || outcome === 'processing';`,
    ],
  },
  'how an order and its lines are inserted': {
    own: ['services/commerce-api/src/ledger/orders/order-row.ts'],
    ways: [/insert into (?:"order"|order_line\b)/, /\border(?:Line)?\.create(?:Many)?\(/, /\border_number = (?:\w+\.)?order_number \+ 1/],
    planted: [
      `insert into "order" (id, publication_id) values ($1, $2)`,
      `insert into order_line (order_id, ordinal) select id, 0 from made`,
      `await tx.order.create({ data });`,
      `update publication set order_number = order_number + 1`,
    ],
  },
  'that an issue is owed, and a term owes it': {
    // The books ask of a token whether one half of it alone is delivered.
    own: ['services/commerce-api/src/ledger/terms/owes.ts', 'services/commerce-api/src/desk/books/book-rules.ts'],
    ways: [
      /\b[ti]\.(?:issue|delivered) is null/,
      /\bissue_token\b.*\b(?:issue|delivered) is null/,
      /\bsubscription_id\b.*\b(?:issue|delivered) is null/,
      /\bterm = 'lifetime' or exists/,
      /\b(?:tokens: \{ (?:some|none|every)|issueToken\b.*(?:issue|delivered)): (?:\{ )?/,
    ],
    planted: [
      `where (i.publication_id, i.owner_id) = (s.publication_id, s.owner_id) and i.issue is null`,
      `select count(*) from issue_token where issue is null`,
      `where owner_id = $1 and subscription_id = $2 and delivered is null`,
      `and (s.term = 'lifetime' or exists (select from issue_token i`,
      `await tx.subscription.count({ where: { ...standing, tokens: { some: { issue: null } } } })`,
      `await tx.issueToken.count({ where: { ownerId, issue: null } })`,
    ],
  },
  // The magazine and its loader are apart: the one asks with the guides' words, as anybody's would, and of the other
  // each byte counts.
  'where the API has what': {
    own: [],
    within: /^(?:apps\/(?:desk|\w+-mf)|packages\/ui)\//,
    ways: [/['"`}]\/api\//],
    planted: ['const opens = `${context.api}/api/receipts/${encodeURIComponent(token)}`;', `<img src={base + '/api/gifts/' + token} />`],
  },
};
const files = globSync('{apps/{desk,*-mf},packages/{contracts,ui},services/commerce-api}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(?:test|e2e)\.tsx?$|\/stand-alone\b/.test(file),
);
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const places = (ways: RegExp[], file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) => (ways.some((way) => way.test(line)) ? [`${file}:${at + 1}`] : []));

describe.for(Object.entries(RULES))('%s', ([, { own, within, ways, planted }]) => {
  test('stands in one place', () => {
    expect(texts.size).toBeGreaterThan(300);
    expect(
      [...texts].flatMap(([file, text]) => (own.includes(file) || within?.test(file) === false ? [] : places(ways, file, text))),
    ).toEqual([]);
  });
  test('would be found elsewhere', () => {
    expect(planted.flatMap((line) => places(ways, line, line))).toEqual(planted.map((line) => `${line}:1`));
  });
});
