import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { stored } from './stored.ts';

const makeStorage = (held = new Map<string, string>()): Storage => ({
  length: held.size,
  clear: () => held.clear(),
  getItem: (key) => held.get(key) ?? null,
  key: () => null,
  removeItem: (key) => void held.delete(key),
  setItem: (key, value) => void held.set(key, value),
});
const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const Note = v.object({ text: v.string() });

describe('stored', () => {
  it('gives back what it was given', () => {
    const storage = makeStorage();
    const note = stored(() => storage, 'note', Note);
    note.write({ text: 'high water' });
    expect(note.read()).toEqual({ text: 'high water' });
    note.clear();
    expect(note.read()).toBeNull();
  });

  it.each(['', 'null', 'not json', '{"text":7}', '[]'])('is empty where storage holds %j', (held) => {
    const storage = makeStorage(new Map([['note', held]]));
    expect(stored(() => storage, 'note', Note).read()).toBeNull();
  });

  it('is empty, and no error, where storage is blocked', () => {
    const note = stored(blocked, 'note', Note);
    note.write({ text: 'high water' });
    note.clear();
    expect(note.read()).toBeNull();
  });
});
