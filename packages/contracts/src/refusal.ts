import * as v from 'valibot';

/** For a value that no schema has a sentence of its own for: no page of ours sends it. */
export const NOT_VALID = 'This value is not valid.';

/** One message, or one per field. Nested fields use dotted names: `address.line1` (section 7: errors is a string or per field). */
export const Errors = v.union([v.string(), v.record(v.string(), v.string())]);
export type Errors = v.InferOutput<typeof Errors>;

/** The body of every answer with a status of 400 or more. */
export const Refusal = v.object({ errors: Errors });
export type Refusal = v.InferOutput<typeof Refusal>;
