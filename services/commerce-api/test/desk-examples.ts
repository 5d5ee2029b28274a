// `npm run examples:desk`: what the tests of the desk ask it for, and what it answers them, become the examples of its
// OpenAPI document.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import * as v from 'valibot';

const FILE = path.join(import.meta.dirname, '../src/api/desk/desk-examples.json');
const isRecording = process.env['RECORD_EXAMPLES'] === 'desk';

type Example = { parameters: Record<string, string>; request?: unknown; answer: unknown };
type Asked = { method: string; path: string; body: unknown; response: Response };

const Examples = v.record(
  v.string(),
  v.object({ parameters: v.record(v.string(), v.string()), request: v.optional(v.unknown()), answer: v.unknown() }),
);
const CALLS = Object.entries<DeskEndpoint>(deskEndpoints).map(([name, { method, path: template }]) => ({
  name,
  method,
  address: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));
/** As much as somebody reads of an example, in characters. */
const ENOUGH = 2500;

/** Of what a call was answered the longest that is not too long to read; nothing where nobody records. */
export async function recordDeskExample({ method, path: asked, body, response }: Asked): Promise<void> {
  if (!isRecording || response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return;
  const [address = '', query] = asked.split('?');
  const call = CALLS.map((one) => ({ ...one, found: one.method === method ? one.address.exec(address) : null })).find(
    ({ found }) => found !== null,
  );
  if (!call) return;
  const examples = readRecorded();
  const now: Example = {
    parameters: { ...partsOf(call.found?.groups ?? {}), ...Object.fromEntries(new URLSearchParams(query)) },
    ...(typeof body === 'string' && { request: shortened(JSON.parse(body)) }),
    answer: shortened(await response.clone().json()),
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

const readRecorded = () => v.parse(Examples, JSON.parse(readFileSync(FILE, 'utf8')));

/** What was only tried is worth less than what was done. */
function worth(example: { parameters: Record<string, string> }): number {
  const { length } = JSON.stringify(example);
  const size = length <= ENOUGH ? length : ENOUGH / length;
  return 'dry' in example.parameters ? size / ENOUGH : size;
}

/** With two of what is many, and the beginning of what is long. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 60)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
