/** In a page: a number of 53 bits for a text, so that what was looked at is remembered without it. */
export const HASH_TEXT = `(text) => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    high = Math.imul(high ^ text.charCodeAt(index), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(index), 1597334677);
  }
  return 4294967296 * (2097151 & low) + (high >>> 0);
}`;
