import { invalidRequest } from './fault.ts';
import type { Kind, Store } from './store.ts';

const KINDS: Record<string, Kind> = {
  cus: 'customer',
  pm: 'payment_method',
  pi: 'payment_intent',
  seti: 'setup_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
};

/** Puts whole objects where an answer has their ids. `data.customer` reaches into each entry of a list. */
export function expand<T extends object>(store: Store, answer: T, paths: string[] = []): T {
  let expanded: unknown = structuredClone(answer);
  for (const path of paths) expanded = expandPath(store, expanded, path.split('.'), path);
  return expanded as T; // a copy of the answer in which ids became the objects they name
}

function expandPath(store: Store, value: unknown, steps: string[], path: string): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return expandPath(store, objectFor(store, value, path), steps, path);
  if (typeof value !== 'object') throw notExpandable(path);
  if (Array.isArray(value)) return value.map((entry) => expandPath(store, entry, steps, path));
  const [head, ...rest] = steps;
  if (head === undefined) return value;
  if (!(head in value)) throw notExpandable(path);
  return { ...value, [head]: expandPath(store, Reflect.get(value, head), rest, path) };
}

function objectFor(store: Store, id: string, path: string): unknown {
  const kind = KINDS[id.split('_')[0] ?? ''];
  if (!kind) throw notExpandable(path);
  return store.get(kind, id) ?? store.get('deleted_customer', id) ?? null;
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
