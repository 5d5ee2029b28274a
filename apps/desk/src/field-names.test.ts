import type { DeskEndpoint } from '@newsstand/contracts/desk-endpoint';
import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';

/**
 * What no field of a dialog is for: what it was opened with, saw or counted itself, and buttons. Of anything else that
 * a call takes a field has the name, so that what is refused of it stands there.
 */
const NO_FIELD: Readonly<Record<string, readonly string[]>> = {
  // Files of paper are asked for beside the dialogs of these pages.
  deskPrintBatch: ['as', 'skip', 'dx', 'dy'],
  // What of a move the dialog showed.
  deskChangeAddress: ['moved'],
  deskComp: ['term', 'terms'],
  deskCompNew: ['term'],
  deskWriteToDonors: ['unwritten'],
  deskTakeDonorLetters: ['of'],
  deskMoveStock: ['kind', 'stock', 'held', 'last'],
  deskApplyImport: ['rows'],
  deskPutIssueFile: ['format', 'hash'],
  deskMakePostLists: ['lists'],
  // Each number that is typed again has a field of its own.
  deskPlanRelease: ['typed'],
  deskSwitchAutorenew: ['on'],
  deskCancelSubscription: ['served'],
  deskEndDonation: ['amount'],
  deskSendCopy: ['asked'],
  deskResendLetter: ['before'],
  deskSendLogin: ['before'],
  deskExportReader: ['before'],
  deskSendGood: ['ordinal', 'asked'],
  // Ticks, of which each can be as it is.
  deskChangeStaff: ['roles', 'disabled'],
  deskInvite: ['roles'],
  deskMailKeyLink: ['replace'],
  deskTakeBackKeyLink: ['invited'],
  deskWriteToImported: ['readers'],
  deskRetryRefund: ['settled'],
  // The dispute about which it is decided, which the dialog is opened for.
  deskTakeBack: ['decides'],
};
/**
 * `take-pieces.tsx` asks for a whole order with one button, and `won-dispute-dialog.tsx` leaves what was taken away or
 * gives it back.
 */
const WITHOUT_FIELDS = ['take-pieces.tsx', 'won-dispute-dialog.tsx'];

const files = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((file) => [path.basename(file), file] as const),
);
const pages = [...files.keys()].filter((name) => name.endsWith('.tsx'));
const source = (name: string): string => readFileSync(path.join(import.meta.dirname, files.get(name) ?? name), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const endpoints = new Map<string, DeskEndpoint>(Object.entries(deskEndpoints));
const bodyOf = (endpoint: string): string[] => {
  const { body } = endpoints.get(endpoint) ?? {};
  return body === undefined ? [] : Object.keys(v.parse(v.object({ entries: v.record(v.string(), v.unknown()) }), body).entries);
};

/** The fields that a dialog's file has, and those of the parts that it is made of. */
function namesIn(name: string): Set<string> {
  const own = source(name);
  const whole = [own, ...all(own, /from '\.[\w./-]*\/([\w-]+\.tsx)'/g).map(source)].join('\n');
  const sets = all(whole, /new Set\(\[([^\]]*)\]/g).flatMap((set) => all(set, /'(\w+)'/g));
  const [address, lines] = [own.includes('<AddressFields') ? ['address'] : [], own.includes('<RefundLine') ? ['lines'] : []];
  return new Set([...all(whole, /\bname="(\w+)"/g), ...sets, ...address, ...lines]);
}

test('whatever a dialog of the desk asks for has a field with its name, beside which is said what is wrong with it', () => {
  const dialogs = pages.filter((name) => source(name).includes('<ActDialog'));
  expect(dialogs.length).toBeGreaterThan(20);
  const nameless = dialogs.flatMap((name) => {
    const named = namesIn(name);
    return [...new Set(all(source(name), /[a-z]+Endpoints\.(\w+)/g))].flatMap((endpoint) =>
      bodyOf(endpoint)
        .filter((key) => !['action', 'version', ...(NO_FIELD[endpoint] ?? [])].includes(key) && !named.has(key))
        .map((key) => `${name}: ${key} of ${endpoint}`),
    );
  });
  expect(nameless.filter((one) => WITHOUT_FIELDS.every((name) => !one.startsWith(name)))).toEqual([]);
});

test('no field of a dialog is without a name', () => {
  // By these files' own choices, what a dialog is about is chosen, and nothing that is sent.
  const OTHERWISE = ['When', 'On', 'Year', 'Their labels'];
  const fields = pages
    .filter((name) => source(name).includes('<ActDialog') || name === 'refund-line.tsx')
    .flatMap((name) =>
      all(source(name), /(<(?:Words|Choice|Day|SelectField|Dollars)\s(?:=>|[^<>])*>)/g).map((tag) => [name, tag] as const),
    );
  const nameless = fields.filter(
    ([, tag]) => !/\bname=|\{\.\.\.props\}/.test(tag) && !OTHERWISE.some((label) => tag.includes(`label="${label}"`)),
  );
  expect(nameless.map(([name, tag]) => `${name}: ${tag}`)).toEqual([]);
});
