import * as v from 'valibot';
import type { AppContext } from './app-env.ts';
import { fieldErrors, IN_CODES } from './field-errors.ts';
import { parseForm } from './parse-form.ts';
import { isReadable, unreadable } from './refuse-unreadable.ts';
import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/** The media types in which every body may come. */
export const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;

/**
 * The body, JSON or form-encoded, checked by its schema; throws a `Refusal` of 400, 415, or 422 with a message for each
 * field.
 */
export async function readBody<Schema extends v.GenericSchema>(c: AppContext, schema: Schema): Promise<v.InferOutput<Schema>> {
  const sent = await parse(c);
  // To a schema a list is an object without any of its fields.
  if (Array.isArray(sent) && schema.type !== 'array') throw new Refusal(422, { general: apiText('wrong_object') });
  const result = v.safeParse(schema, sent, IN_CODES);
  if (!result.success) throw new Refusal(422, fieldErrors(result.issues));
  return result.output;
}

async function parse(c: AppContext): Promise<unknown> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== BODY_TYPES[0] && type !== BODY_TYPES[1]) throw new Refusal(415, apiText('json_or_form'));
  const sent = parsed(type, await c.req.text());
  if (!isReadable(sent)) throw unreadable();
  return sent;
}

function parsed(type: (typeof BODY_TYPES)[number], text: string): unknown {
  try {
    return type === BODY_TYPES[0] ? JSON.parse(text) : parseForm(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable();
    throw error;
  }
}
