/** Bytes of a file, the last one included. */
export type ByteRange = { first: number; last: number };
export type Asked = { type: 'whole' } | { type: 'part'; range: ByteRange } | { type: 'unsatisfiable' };

/**
 * What a request wants of a file of `size` bytes (RFC 9110, 14): one range is answered with that part; none, several,
 * or one that cannot be read with the whole. A download that goes on names what it has begun (`If-Range`): is that
 * another file by now, it begins again.
 */
export function askedFor(range: string | undefined, ifRange: string | undefined, file: { size: number; etag: string }): Asked {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(range ?? '') ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== file.etag)) return { type: 'whole' };
  if (from === '') return lastBytes(Number(to), file.size);
  const first = Number(from);
  const last = to === '' ? file.size - 1 : Number(to);
  if (last < first && to !== '') return { type: 'whole' };
  return first < file.size ? { type: 'part', range: { first, last: Math.min(last, file.size - 1) } } : { type: 'unsatisfiable' };
}

function lastBytes(count: number, size: number): Asked {
  if (count === 0 || size === 0) return { type: 'unsatisfiable' };
  return { type: 'part', range: { first: Math.max(0, size - count), last: size - 1 } };
}
