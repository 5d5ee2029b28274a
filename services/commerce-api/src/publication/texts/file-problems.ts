/**
 * What is wrong with a file that readers are to download, after its name in a sentence: what a publication's file is
 * told, and by `DESK_TEXTS` an upload.
 */
export const FILE_PROBLEMS = {
  not_pdf: 'is not a PDF',
  pdf_without_end: 'is a PDF without its end',
  unpacks_outside: 'holds a file that would be unpacked outside of its folder',
  not_epub: 'is not an EPUB',
  epub_without_parts: 'is an EPUB without its parts',
  epub_damaged: 'is not an EPUB, or not all of one',
  zip_damaged: 'is not a zip, or not all of one',
} as const;
export type FileProblem = keyof typeof FILE_PROBLEMS;
