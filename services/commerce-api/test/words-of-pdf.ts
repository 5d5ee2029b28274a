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

/** How high above the page's foot each run of words of the first page stands. */
export async function feetOfPdf(pdf: Uint8Array): Promise<Map<string, number>> {
  const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  await loading.destroy();
  return new Map(items.flatMap((item) => ('str' in item ? [[item.str, Number(item.transform[5])]] : [])));
}
