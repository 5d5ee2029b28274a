import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { renderAsync, Resvg } from '@resvg/resvg-js';
import type { CodedText } from '../platform/http/coded-text.ts';
import { insideFolder } from './inside-folder.ts';
import { deskText } from './texts/desk-texts.ts';

/**
 * A picture as every reading program and every page of ours shows it: 8 bits a colour, in sRGB, upright, on white.
 * Pixels.
 */
export type ReadPicture = { type: 'png' | 'jpeg'; bytes: Uint8Array; width: number; height: number };

/** Pixels across: sharp on a page of A5, and still small. */
const WIDTH = 900;
/** More than any camera’s, and no more memory than a service has. */
const MAX_PIXELS = 64_000_000;

const FORMATS: Readonly<Record<string, string>> = { '.png': 'png', '.jpg': 'jpeg', '.webp': 'webp', '.avif': 'heif' };

/**
 * What is wrong with a picture's file, as a publisher would be told: 'is not …'; `told`: as who uploads it is. Its
 * `cause` is what the library said, for whoever reads programs.
 */
export class PictureError extends Error {
  readonly told: CodedText;

  constructor(message: string, told: CodedText, options?: ErrorOptions) {
    super(message, options);
    this.told = told;
  }
}

// The fonts of whichever machine this is must not show in a picture: every replica draws the same.
const DRAWN = { fitTo: { mode: 'width', value: WIDTH }, font: { loadSystemFonts: false } } as const;

/**
 * What a drawing would fetch from elsewhere: the library that draws it reads whatever file of this machine an `<image>`
 * names, and no browser shows that in a page. What it has of its own (`#…`, `data:…`) and the targets of links are no
 * such thing; an entity could hide one.
 */
const ELSEWHERE = /\bhref\s*=(?!\s*["'](?:#|data:|https?:|mailto:))|<!ENTITY[^>]*[<&]/i;

/** A picture of the publication, for a file that a reader downloads. */
export async function readPicture(dir: string, source: string): Promise<ReadPicture> {
  const file = await readFile(await insideFolder(dir, source));
  const name = extname(source);
  if (name !== '.svg') return convert(file, name);
  // Its transparency goes, too: pdfkit splits it off in whatever order threads finish, and the same issue would make
  // other bytes.
  return convert((await renderAsync(ownDrawing(file), DRAWN)).asPng(), '.png');
}

/**
 * Reads a picture as a download of it would, so that what passes is never a reader's trouble; a drawing is only
 * understood, which is what can fail. Throws a `PictureError` for what is broken, too large, or of another format than
 * its name says.
 */
export async function tryPicture(dir: string, source: string): Promise<void> {
  const file = await readFile(await insideFolder(dir, source));
  if (extname(source) !== '.svg') return void (await convert(file, extname(source)));
  try {
    parse(ownDrawing(file));
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(`cannot be drawn (${reason(error)})`, deskText('file_picture_damaged'));
  }
}

/** How each format of photographs begins; a drawing is none, as it may hold scripts. */
const BEGINS: readonly (readonly [name: string, type: string, begins: RegExp])[] = [
  ['.jpg', 'image/jpeg', /^\xff\xd8\xff/],
  ['.png', 'image/png', /^\x89PNG/],
  ['.webp', 'image/webp', /^RIFF.{4}WEBP/s],
  ['.avif', 'image/avif', /^.{4}ftyp(avif|avis|mif1)/s],
];

/**
 * What a picture is that somebody uploads: its type by its own first bytes, whatever it is called, and its pixels as
 * browsers show it (upright). It is read to its end as a download of it would. Throws a `PictureError`.
 */
export async function measurePicture(file: Buffer): Promise<{ type: string; width: number; height: number }> {
  const begin = file.subarray(0, 16).toString('latin1');
  const [name, type] = BEGINS.find(([, , begins]) => begins.test(begin)) ?? [];
  if (name === undefined || type === undefined) throw new PictureError('is not a JPEG, PNG, WebP or AVIF', deskText('file_not_picture'));
  await convert(file, name);
  const { default: sharp } = await import('sharp');
  const { autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata();
  return { type, width: autoOrient.width, height: autoOrient.height };
}

function ownDrawing(file: Buffer): string {
  const svg = file.toString();
  if (ELSEWHERE.test(svg)) {
    throw new PictureError('takes something from another file, which no page would show', deskText('file_not_picture'));
  }
  return svg;
}

const parse = (svg: string): Resvg => new Resvg(svg, DRAWN);

/** A photograph stays a JPEG, which is a tenth of the size; what may have been drawn stays sharp. */
async function convert(file: Uint8Array, name: string): Promise<ReadPicture> {
  const type = name === '.png' ? 'png' : 'jpeg';
  // With the first photograph, not with the service: most starts read none.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'warning' });
    const { format } = await picture.metadata();
    if (format !== FORMATS[name]) {
      throw new PictureError(
        `is a picture of another format (${format}) than its name says`,
        deskText('file_of_another_format', { format }),
      );
    }
    const { data, info } = await picture
      .autoOrient()
      .resize({ width: WIDTH, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .toFormat(type, { quality: 85 })
      .toBuffer({ resolveWithObject: true });
    return { type, bytes: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (/pixel limit/.test(reason(error))) {
      const most = MAX_PIXELS / 1_000_000;
      throw new PictureError(`has more than ${most} million pixels`, deskText('file_of_many_pixels', { most }));
    }
    throw new PictureError('cannot be read: it is damaged, or not all of a picture', deskText('file_picture_damaged'), {
      cause: reason(error),
    });
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
