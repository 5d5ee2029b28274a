import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What can be read in a PDF, page by page, with single blanks. */
export async function wordsOfPdf(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}
