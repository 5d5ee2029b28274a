export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Decodes Stripe's form encoding: `metadata[order]=1`, `expand[0]=customer`, `expand[]=customer`. */
export function parseForm(encoded: string): Form {
  const root: Form = {};
  for (const [key, value] of new URLSearchParams(encoded)) put(root, pathOf(key), value);
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, listsWithin(value)]));
}

function pathOf(key: string): string[] {
  return key.replaceAll(']', '').split('[');
}

function put(target: Form, path: string[], value: string): void {
  const [head = '', ...rest] = path;
  const key = head === '' ? String(Object.keys(target).length) : head;
  if (rest.length === 0) return define(target, key, value);
  const existing = Object.hasOwn(target, key) ? target[key] : undefined;
  const child: Form = existing !== undefined && typeof existing === 'object' && !Array.isArray(existing) ? existing : {};
  define(target, key, child);
  put(child, rest, value);
}

/** Not an assignment: a reader's `__proto__` must stay a plain key. */
function define(target: Form, key: string, value: FormValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function listsWithin(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, child]): [string, FormValue] => [key, listsWithin(child)]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
