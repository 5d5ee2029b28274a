import { expect, test } from 'vitest';
import { missingStates, namedStates, statesIn } from './error-catalogue.ts';

const catalogue = `| situation | states | test |
| --- | --- | --- |
| Generic failure | subscribe \`renew-down\`, \`redeem-down\`; checkout \`server-error\` | 'a server that falls over' |
| Nowhere | none | 'nobody sees it' |
`;

test('the states of a row are read by their remote, and a row without one is told', () => {
  expect(namedStates(catalogue)).toEqual(['subscribe/renew-down', 'subscribe/redeem-down', 'checkout/server-error', '']);
  expect(missingStates(namedStates(catalogue), new Set(['subscribe/renew-down', 'checkout/server-error']))).toEqual([
    'subscribe/redeem-down',
    '',
  ]);
});

test('the menu of a stand-alone page is the keys of its states, and of nothing beside them', () => {
  const file = `const card = {\n  type: 'visa',\n};\n\nexport const paymentStates = {\n  payment: screen('a'),\n  'payment-down': {\n    title: 'b',\n  },\n} satisfies Record<string, State>;\n\nexport const more = {\n  other: 1,\n};\n`;
  expect(statesIn(file)).toEqual(['payment', 'payment-down']);
});
