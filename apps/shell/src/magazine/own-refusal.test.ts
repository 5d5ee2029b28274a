import { expect, test } from 'vitest';
import { ownRefusal } from './own-refusal.ts';
import { readPublication } from './read-publication.ts';
import { options } from './test-magazine.ts';

test('what the magazine refuses in the API’s place is said in the publication’s words', async () => {
  const publication = await readPublication(options.publicationDir);
  const messages = { 'api.unreachable': 'Gone fishing. Write to {support}.' };
  const site = { ...publication.site, messages, settings: { ...publication.site.settings, support_address: 'help@magazine.example' } };
  expect(ownRefusal('unreachable', { site })).toEqual({
    errors: 'Gone fishing. Write to help@magazine.example.',
    codes: { code: 'api.unreachable' },
  });
  expect(ownRefusal('not_found', { site }).errors).toBe('Not found.');
});
