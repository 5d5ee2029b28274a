import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

export const NONSENSE = [null, true, -7.5, 'nonsense', '', [], ['nonsense'], {}];

/** Bodies that a schema should refuse: nonsense in place of all of it, and in place of each of its fields. */
export function nonsenseFor(schema: v.GenericSchema): unknown[] {
  const shape = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return NONSENSE.flatMap((value) => [value, ...bodiesOf(shape, value)]);
}

/** As much of a JSON Schema as is walked here. */
const Shape = v.object({
  properties: v.optional(v.record(v.string(), v.looseObject({ const: v.optional(v.unknown()) })), {}),
  anyOf: v.optional(v.array(v.unknown()), []),
  oneOf: v.optional(v.array(v.unknown()), []),
});

/** Bodies of the right shape with `value` in one place: each of its fields, and each field of those. */
function bodiesOf(schema: unknown, value: unknown): object[] {
  const { properties, anyOf, oneOf } = v.parse(Shape, schema);
  const fixed = Object.fromEntries(Object.entries(properties).flatMap(([name, field]) => ('const' in field ? [[name, field.const]] : [])));
  const own = Object.entries(properties).flatMap(([name, field]) =>
    [value, ...bodiesOf(field, value)].map((inner) => ({ ...fixed, [name]: inner })),
  );
  return [...own, ...[...anyOf, ...oneOf].flatMap((option) => bodiesOf(option, value))];
}
