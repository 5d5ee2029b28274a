import * as v from 'valibot';

const BEARER = { bearer: true };

/**
 * What opens something for whoever has it, without a login: a receipt's token, or an address with one in it. Staff who
 * looks at a reader's account is given none (`hideBearers`).
 */
export const Bearer = v.pipe(v.string(), v.metadata(BEARER));

/** What a view-only session is given in place of a bearer: it opens nothing. */
const HIDDEN = 'view-only-';

/**
 * The same answer without its bearers, found by its schema: each becomes `view-only-1`, `view-only-2` and on, the same
 * value the same name, so that entries can still be told apart.
 */
export function hideBearers(schema: v.GenericSchema, answer: unknown): unknown {
  const names = new Map<string, string>();
  const nameOf = (bearer: string) => {
    const name = names.get(bearer) ?? `${HIDDEN}${names.size + 1}`;
    names.set(bearer, name);
    return name;
  };
  return hide(schema, answer, nameOf);
}

type Node = v.GenericSchema & {
  wrapped?: v.GenericSchema;
  item?: v.GenericSchema;
  value?: v.GenericSchema;
  entries?: Record<string, v.GenericSchema>;
  options?: readonly (v.GenericSchema | string)[];
};

function hide(schema: Node, value: unknown, nameOf: (bearer: string) => string): unknown {
  if (typeof value === 'string') return isBearer(schema) ? nameOf(value) : value;
  const { wrapped, item, entries, options, value: values } = schema;
  if (typeof value !== 'object' || value === null) return value;
  if (wrapped) return hide(wrapped, value, nameOf);
  // Every option of a union has its say: what is a bearer in one is hidden whichever it was.
  if (options) return options.reduce((seen: unknown, option) => (typeof option === 'string' ? seen : hide(option, seen, nameOf)), value);
  if (Array.isArray(value)) return item ? value.map((each) => hide(item, each, nameOf)) : value;
  const inner = (name: string) => (entries && Object.hasOwn(entries, name) ? entries[name] : values);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const known = inner(name);
      return [name, known ? hide(known, each, nameOf) : each];
    }),
  );
}

function isBearer(schema: Node): boolean {
  if (v.getMetadata(schema)['bearer'] === true) return true;
  if (schema.wrapped) return isBearer(schema.wrapped);
  return schema.options?.some((option) => typeof option !== 'string' && isBearer(option)) ?? false;
}
