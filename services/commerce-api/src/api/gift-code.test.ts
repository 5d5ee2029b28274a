import jsQR from 'jsqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

/** Pixels to a module: as few as a camera needs. */
const SCALE = 4;

/**
 * What a camera reads in the picture, whose one path draws runs of dark modules (`M4 0.5h7m1 0h1`); null for what is no
 * code.
 */
function readCode(svg: string): string | null {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const darken = (from: number, count: number, row: number) => {
    for (let y = row * SCALE; y < (row + 1) * SCALE; y++) {
      for (let x = from * SCALE; x < (from + count) * SCALE; x++) pixels.set([0, 0, 0], (y * side + x) * 4);
    }
  };
  let [x, y] = [0, 0];
  for (const [, command, first, second] of (/stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? '').matchAll(
    /([Mmh])([\d.]+)(?: ([\d.]+))?/g,
  )) {
    if (command === 'h') darken(x, Number(first), Math.floor(y));
    x = command === 'M' ? Number(first) : x + Number(first);
    if (command === 'M') y = Number(second);
  }
  return jsQR(pixels, side, side)?.data ?? null;
}

test.each(['a-token-of-a-gift', '0123456789_-abcdefABCDEF0123456789_-abcdefABCDEF0123456789_-abcd'])(
  'the QR code of a gift leads to where it is redeemed, with the token %s',
  { tags: ['§1.outside.7'] },
  async (token) => {
    const answer = await service.browser().get(`/api/gifts/${token}/qr.svg`);
    expect(readCode(await answer.text())).toBe(`${service.deps.config.publicUrl}/subscribe/redeem?token=${token}`);
  },
);
