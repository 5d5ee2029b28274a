const MAX_FIELDS = 200;
const MAX_DEPTH = 5;
/** Names that would reach an object's prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

type Form = { [name: string]: FormValue };
type FormValue = string | FormValue[] | Form;

/**
 * `a=1&b[c]=2&d[]=3&d[]=4` is `{ a: '1', b: { c: '2' }, d: ['3', '4'] }`. Throws a `SyntaxError` for what no page of
 * ours sends.
 */
export function parseForm(text: string): Form {
  const form: Form = {};
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw new SyntaxError('too many fields');
  for (const [name, value] of fields) put(form, pathOf(name), value);
  return form;
}

function pathOf(name: string): string[] {
  const path = name.replaceAll(']', '').split('[');
  if (path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part))) throw new SyntaxError(`cannot read the field ${name}`);
  return path;
}

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  const before = Object.hasOwn(form, name) ? form[name] : undefined;
  if (rest.length === 0) {
    form[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  } else if (rest.length === 1 && rest[0] === '') {
    form[name] = [...(Array.isArray(before) ? before : []), value];
  } else {
    const inner = before ?? {};
    if (typeof inner === 'string' || Array.isArray(inner)) throw new SyntaxError(`the field ${name} is both a value and a group`);
    form[name] = inner;
    put(inner, rest, value);
  }
}
