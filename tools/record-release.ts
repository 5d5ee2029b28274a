import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@newsstand/contracts/endpoints';
import { makeDocument } from '../services/commerce-api/src/api/document.ts';
import type { ApiDocument } from '../services/commerce-api/src/api/openapi.ts';
import { root } from './root.ts';

/**
 * What the release before this one answers, and what its remotes read: `other-release.test.ts` holds this release to
 * it.
 */
export const RECORD = path.join(root, 'tools/releases/previous.json');

/** What is said of each answer of the API in its own document: the shape that remotes read, and an example. */
export const recordOf = ({ paths, components }: ApiDocument): { answers: Record<string, unknown>; schemas: Record<string, unknown> } => {
  const answers = Object.entries(endpoints).flatMap(([name, { method, path: address }]) => {
    const answer = paths[address]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json'];
    return answer?.schema ? [[name, { schema: brief(answer.schema), example: answer.example }]] : [];
  });
  return { answers: Object.fromEntries(answers), schemas: brief(components.schemas) };
};

/** Schemas without what they say to people, which would only make the record longer. */
const brief = <T>(schemas: T): T =>
  JSON.parse(JSON.stringify(schemas, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value)));

/** `node tools/record-release.ts`, on the revision that was deployed, when that is from now on the release before. */
if (import.meta.main) {
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const record = recordOf(await makeDocument({ publicUrl: 'https://magazine.example.org', cookie: 'session' }));
  writeFileSync(RECORD, JSON.stringify({ revision, ...record }));
  execFileSync('oxfmt', [RECORD], { cwd: root });
}
