import * as v from 'valibot';

/** Where a variable must be set: beyond one machine it has no default and no stand-in. */
type Needs = { required: boolean };

/**
 * One variable of the environment: how it is read, and what the reference of variables says of it
 * (`docs/reference-variables.md` is made of these).
 */
export function variable<const Schema extends v.GenericSchema>(text: string, schema: Schema, needs: Needs = { required: false }) {
  return v.pipe(schema, v.description(text), v.metadata(needs));
}

/** The names of those that must be set beyond one machine, in the order of the schema. */
export function requiredNames(entries: Record<string, v.GenericSchema>): string[] {
  return Object.entries(entries).flatMap(([name, schema]) => (v.getMetadata(schema)['required'] === true ? [name] : []));
}
