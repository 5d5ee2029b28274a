/** What an identity provider says of somebody, beside the subject. */
export type Claims = Record<string, string | boolean | string[]>;

export type Person = { name: string; email: string; verified: boolean };
export type Institution = { entity_id: string; name: string; scope: string };

/** Readers to try things with; anybody else can be typed in. */
export const PEOPLE: Person[] = [
  { name: 'Ada Ferrier', email: 'ada.ferrier@example.org', verified: true },
  { name: 'Bo Lindqvist', email: 'bo.lindqvist@example.org', verified: true },
  { name: 'Mallory Unproved', email: 'ada.ferrier@example.org', verified: false },
];

/** Those of the default publication, and one that is no customer of it. */
export const INSTITUTIONS: Institution[] = [
  { entity_id: 'https://idp.ferryman.example.edu/openathens', name: 'Ferryman College', scope: 'ferryman.example.edu' },
  { entity_id: 'https://idp.lighthouse.example.ac.uk/openathens', name: 'Lighthouse University', scope: 'lighthouse.example.ac.uk' },
  { entity_id: 'https://idp.merrow.example.org/openathens', name: 'Port Merrow Public Library', scope: 'merrow.example.org' },
  { entity_id: 'https://idp.saltmarsh.example.edu/openathens', name: 'Saltmarsh Institute of Technology', scope: 'saltmarsh.example.edu' },
  {
    entity_id: 'https://idp.elsewhere.example.edu/openathens',
    name: 'Elsewhere Polytechnic (not a customer)',
    scope: 'elsewhere.example.edu',
  },
];
