/** A stored object and the version that `put` compares with. */
export type Stored = { body: Buffer; version: string };

/**
 * Where deployed builds and the registry live. Kept this small so that an S3-like store can stand behind it:
 * `ifVersion` is its conditional write (If-Match, or If-None-Match: * for null).
 */
export type Store = {
  get(key: string): Promise<Stored | null>;
  /**
   * Writes `key`. With `ifVersion` only when the stored version is that one (null: only when there is none yet); false
   * when it is not.
   */
  put(key: string, body: Buffer, options?: { ifVersion: string | null }): Promise<boolean>;
  /** The keys that begin with `prefix`, with the time of their last change. */
  list(prefix: string): Promise<{ key: string; changed: Date }[]>;
  remove(key: string): Promise<void>;
};
