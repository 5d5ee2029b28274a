// How tests read what is printed: the words of a PDF with where they stand, and its bars as a scanner sees them.
import { BarcodeFormat, BinaryBitmap, DecodeHintType, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } from '@zxing/library';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const MM = 72 / 25.4;
export type Text = { page: number; text: string; x: number; y: number; width: number; size: number };

/** Every piece of text with where its line begins, in millimetres from the upper left corner of its page. */
export async function textsOf(pdf: Uint8Array): Promise<Text[]> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const texts: Text[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const height = page.view[3] ?? 0;
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , size = 0, x = 0, y = 0]: number[] = item.transform;
      texts.push({ page: number, text: item.str, x: x / MM, y: (height - y) / MM, width: item.width / MM, size: size / MM });
    }
  }
  await loading.destroy();
  return texts;
}

type Rendering = Parameters<PDFPageProxy['render']>[0];
type Pixels = { width: number; height: number; data: Uint8ClampedArray };
type Drawn = {
  canvas: Rendering['canvas'];
  context: NonNullable<Rendering['canvasContext']> & { getImageData: (x: number, y: number, width: number, height: number) => Pixels };
};
/** What pdfjs draws on without a browser; its types do not say. */
const isFactory = (factory: object): factory is { create: (width: number, height: number) => Drawn } => 'create' in factory;

/** A part of a page, in millimetres from its upper left corner. */
export type Area = { page: number; x: number; y: number; width: number; height: number };
const DOTS = 300;

/** How light each dot of it is, at 300 dots an inch. */
export async function dotsOf(pdf: Uint8Array, area: Area): Promise<{ width: number; height: number; grey: Uint8ClampedArray }> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const page = await document.getPage(area.page);
  const viewport = page.getViewport({ scale: DOTS / 72 });
  if (!isFactory(document.canvasFactory)) throw new Error('pdfjs draws on nothing here');
  const { canvas, context } = document.canvasFactory.create(viewport.width, viewport.height);
  await page.render({ canvas, canvasContext: context, viewport }).promise;
  const dots = (millimetres: number) => Math.round((millimetres / 25.4) * DOTS);
  const seen = context.getImageData(dots(area.x), dots(area.y), dots(area.width), dots(area.height));
  await loading.destroy();
  const grey = Uint8ClampedArray.from({ length: seen.width * seen.height }, (_, index) => seen.data[index * 4 + 1] ?? 255);
  return { width: seen.width, height: seen.height, grey };
}

/** What a scanner reads in it. */
export async function scan(pdf: Uint8Array, area: Area): Promise<string> {
  const { width, height, grey } = await dotsOf(pdf, area);
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
      [DecodeHintType.TRY_HARDER, true],
    ]),
  );
  return reader.decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))).getText();
}
