import * as v from 'valibot';

/** A value kept in the tab's session storage: it survives a reload, and is gone with the tab. */
export type Stored<T> = { read(): T | null; write(value: T): void; clear(): void };

/**
 * Where storage is full, blocked or holds something else, the value is simply not kept: the page works all the same.
 */
export const stored = <S extends v.GenericSchema>(storage: () => Storage, key: string, schema: S): Stored<v.InferOutput<S>> => ({
  read() {
    try {
      const parsed = v.safeParse(schema, JSON.parse(storage().getItem(key) ?? 'null'));
      return parsed.success ? parsed.output : null;
    } catch {
      return null;
    }
  },
  write(value) {
    try {
      storage().setItem(key, JSON.stringify(value));
    } catch {
      // Private windows and full disks refuse: see above.
    }
  },
  clear() {
    try {
      storage().removeItem(key);
    } catch {
      // As above.
    }
  },
});
