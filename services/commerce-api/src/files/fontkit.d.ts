// It has no types of its own.
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean };

  export function openSync(file: string): Font;
}
