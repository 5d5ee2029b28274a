import * as v from 'valibot';
import { says } from './schema-message.ts';

/** For a value that no schema has a sentence of its own for: no page of ours sends it. */
export const notValid = says('not_valid');

/**
 * One message, or one per field. Nested fields use dotted names: `address.line1` (section 7: errors is a string or per
 * field).
 */
export const Errors = v.union([v.string(), v.record(v.string(), v.string())]);
export type Errors = v.InferOutput<typeof Errors>;

/**
 * What a text says, apart from its words: the key under which a publication's `messages` override it (`api.too_long`),
 * and what stands in its {placeholders}.
 */
export const Code = v.object({ code: v.string(), values: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))) });
export type Code = v.InferOutput<typeof Code>;

/** One code, or one per field: of the same shape as the errors beside which they stand. */
export const Codes = v.union([Code, v.record(v.string(), Code)]);
export type Codes = v.InferOutput<typeof Codes>;

/**
 * The body of every answer with a status of 400 or more. `codes` are for programs to ask for; absent from a service
 * that was deployed before it had them.
 */
export const Refusal = v.object({ errors: Errors, codes: v.optional(Codes) });
export type Refusal = v.InferOutput<typeof Refusal>;
