import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { Issues, type Issue } from '../../src/publication/issue-schema.ts';

/** The issues whose titles stand on the covers. Not the whole publication: that can be loaded only once its pictures are there. */
export async function loadIssues(): Promise<Issue[]> {
  return v.parse(Issues, JSON.parse(await readFile(join(import.meta.dirname, '..', 'issues.json'), 'utf8')));
}
