import { expect, test } from 'vitest';
import { institutionOf } from './institution-rules.ts';

const college = {
  entity_id: 'https://idp.college.example/openathens',
  name: 'College',
  scopes: ['college.example', 'alumni.college.example'],
};
const library = { entity_id: 'https://idp.library.example/openathens', name: 'Library', scopes: ['library.example'] };

test.each([
  ['the name of its realm', { realmName: college.entity_id }, college],
  ['its scope', { derivedEduPersonScope: 'library.example' }, library],
  ['one of its scopes', { derivedEduPersonScope: ['x.example', 'alumni.college.example'] }, college],
  ['both', { realmName: college.entity_id, derivedEduPersonScope: 'college.example' }, college],
  ['two that contradict each other', { realmName: college.entity_id, derivedEduPersonScope: 'library.example' }, null],
  ['a scope that only ends alike', { derivedEduPersonScope: 'evil-library.example' }, null],
  ['a realm of no customer', { realmName: 'https://idp.elsewhere.example/openathens' }, null],
  ['an address', { email: 'reader@library.example', sub: 'library.example' }, null],
  ['nothing', {}, null],
  ['nonsense', { realmName: 7 }, null],
])('an institution is known by %s', (_title, claims, institution) => {
  expect(institutionOf(claims, [college, library])).toBe(institution);
});
