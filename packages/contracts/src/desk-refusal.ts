import * as v from 'valibot';
import { Refusal } from './refusal.ts';

/**
 * The body of every answer of the desk with a status of 400 or more. `require: 'step-up'`: it wants a passkey that was
 * shown in the last five minutes (403).
 */
export const DeskRefusal = v.object({ ...Refusal.entries, require: v.optional(v.literal('step-up')) });
