// `npm run examples:desk`: what the tests of the desk ask it for, and what it answers them, become the examples of its
// OpenAPI document.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import * as v from 'valibot';
import { Examples } from '../src/api/openapi.ts';
import { shortened } from './shortened.ts';

const FILE = path.join(import.meta.dirname, '../src/api/desk/desk-examples.json');

type Asked = { method: string; path: string; body: unknown; response: Response };

const CALLS = Object.entries<DeskEndpoint>(deskEndpoints).map(([name, { method, path: template, body }]) => ({
  name,
  method,
  takes: body !== undefined && 'entries' in body && typeof body.entries === 'object' ? Object.keys(body.entries ?? {}) : null,
  address: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));
/** As much as somebody reads of an example, in characters. */
const ENOUGH = 2500;

/** Of what a call was answered the longest that is not too long to read. */
export async function recordDeskExample({ method, path: asked, body, response }: Asked): Promise<void> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return;
  const [address = '', query] = asked.split('?');
  const call = CALLS.map((one) => ({ ...one, found: one.method === method ? one.address.exec(address) : null })).find(
    ({ found }) => found !== null,
  );
  if (!call) return;
  const examples = readRecorded();
  const now = {
    parameters: { ...partsOf(call.found?.groups ?? {}), ...Object.fromEntries(new URLSearchParams(query)) },
    ...(typeof body === 'string' && { request: shortened(takenOf(JSON.parse(body), call.takes), begun) }),
    answer: shortened(await response.clone().json(), begun),
  };
  const before = examples[call.name];
  if (before !== undefined && worth(now) <= worth(before)) return;
  const all = { ...examples, [call.name]: now };
  writeFileSync(
    FILE,
    JSON.stringify(Object.fromEntries(CALLS.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]])))),
  );
}

/** As the schemas have them: the code of a parcel is read in small letters. */
const partsOf = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, name === 'code' ? value.toLowerCase() : decodeURIComponent(value)]),
  );

/** What a call takes of what a test sent with it. */
const takenOf = (sent: object, takes: readonly string[] | null): object =>
  takes === null ? sent : Object.fromEntries(Object.entries(sent).filter(([name]) => takes.includes(name)));

const readRecorded = () => v.parse(Examples, JSON.parse(readFileSync(FILE, 'utf8')));

/** What was only tried is worth less than what was done. */
function worth(example: { parameters: Record<string, string> }): number {
  const { length } = JSON.stringify(example);
  const size = length <= ENOUGH ? length : ENOUGH / length;
  return 'dry' in example.parameters ? size / ENOUGH : size;
}

/** Of a file that is answered as text its beginning. */
const begun = (text: string): string => (text.length > 300 ? `${text.slice(0, 60)}…` : text);
