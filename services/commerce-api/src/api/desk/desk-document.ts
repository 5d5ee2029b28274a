import path from 'node:path';
import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { DeskRefusal } from '@newsstand/contracts/desk-refusal';
import { rolesOf, wantsProof } from '@newsstand/contracts/desk-roles';
import { REFUSED } from '../../platform/http/refusal-statuses.ts';
import { type ApiDocument, type Described, documentOf, readExamples } from '../openapi.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';

/** The OpenAPI document of the desk's own calls, with who may make each. `cookie` is the name of the desk's session. */
export const makeDeskDocument = async ({ url, cookie }: { url: string; cookie: string }): Promise<ApiDocument> =>
  documentOf({
    info: {
      title: 'Newsstand desk API',
      version: '1',
      description:
        'What the publisher’s own people do, at an origin of its own. Money is whole cents of the publication’s currency; instants are ISO 8601 in UTC. A change names its `action`, ' +
        'a UUID of the caller’s: asked again with the same it is done once. With `?dry` it only says what would become of it. A change says where it comes from (`Origin`), and ' +
        'whatever comes from another page is refused. `x-verb` names what a call does, `x-roles` who may, and `x-proof` that they show their passkey for it.',
    },
    url,
    tables: { deskEndpoints: described(deskEndpoints), ownDeskEndpoints: described(ownDeskEndpoints) },
    tagOf: ({ path }) => path.split('/')[3] ?? 'desk',
    securitySchemes: {
      desk: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of who is signed in at the desk, with a passkey.' },
    },
    refused: {
      ...REFUSED,
      401: 'Not signed in, or not with a passkey of the desk',
      403: 'From another page, not for the roles of who is signed in, or their passkey has to be shown again (`require`)',
      409: 'What is to be changed is not as it was shown, or the action was something else before',
      415: 'Not JSON, or not the file that it takes',
    },
    takes: ['application/json'],
    examples: await readExamples(path.join(import.meta.dirname, 'desk-examples.json')),
  });

const described = (calls: Record<string, DeskEndpoint>): Record<string, Described> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, { verb, ...call }]) => [
      name,
      {
        ...call,
        refusal: DeskRefusal,
        refuses: [...(call.refuses ?? []), ...(verb === 'anybody' ? [403] : [401, 403])],
        security: verb === 'anybody' ? [] : [['desk']],
        more: whoMay(verb),
      },
    ]),
  );

function whoMay(verb: DeskEndpoint['verb']): Described['more'] {
  if (verb === 'anybody') return { says: 'For whoever comes to the desk.', fields: { 'x-verb': verb } };
  if (verb === 'staff') return { says: 'For everybody who is signed in.', fields: { 'x-verb': verb } };
  const [roles, proof] = [rolesOf(verb), wantsProof(verb)];
  return {
    says: `For ${roles.join(', ')}${proof ? ', who show their passkey for it' : ''} (\`${verb}\`).`,
    fields: { 'x-verb': verb, 'x-roles': roles, 'x-proof': proof },
  };
}
