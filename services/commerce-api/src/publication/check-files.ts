import { open, readFile, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Parts } from './check-publication.ts';
import { OUTSIDE, insideFolder } from './inside-folder.ts';
import { FILE_PROBLEMS, type FileProblem } from './texts/file-problems.ts';

type Named = { field: string; file: string };

/** Every file that is sold must be there, and be what its name says: nobody pays for nothing, or for half an upload. */
export async function checkFiles(dir: string, { products = [], issues = [] }: Pick<Parts, 'products' | 'issues'>): Promise<string[]> {
  const named: Named[] = [
    ...products.flatMap(({ file }, index) => (file === null ? [] : [{ field: `products.json: products[${index}].file`, file }])),
    ...issues.flatMap(({ files }, index) =>
      Object.entries(files).map(([format, file]) => ({ field: `issues.json: issues[${index}].files.${format}`, file })),
    ),
  ];
  const problems: string[] = [];
  for (const { field, file } of named) {
    const problem = await problemOf(dir, file);
    if (problem !== null) problems.push(`${field} is "${file}", which ${problem}`);
  }
  return problems;
}

async function problemOf(dir: string, file: string): Promise<string | null> {
  try {
    const problem = await problemOfFile(await insideFolder(dir, file), extname(file));
    return problem && FILE_PROBLEMS[problem];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return 'is not there';
    if (code === OUTSIDE) return 'leads out of the publication';
    if (code === 'EISDIR') return 'is a folder';
    if (code === 'EACCES') return 'may not be read here';
    if (code === 'ERR_FS_FILE_TOO_LARGE') return 'is too large';
    throw error;
  }
}

/**
 * What is wrong with a file that readers are to download, by what its name ends with; null: nothing. Throws as
 * `readFile` does where there is none.
 */
export async function problemOfFile(path: string, ending: string): Promise<FileProblem | null> {
  if (ending === '.pdf') return problemOfPdf(path);
  return inTurn(async () => problemOfZip(await readFile(path), ending === '.epub'));
}

let turn: Promise<unknown> = Promise.resolve();
/** One after the other: each is in memory as a whole while it is looked at, and may have 200 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}

/** A PDF says what it is within its first kilobyte, and within its last where its table of contents begins. */
async function problemOfPdf(path: string): Promise<FileProblem | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (!(await part(file, 0)).includes('%PDF-')) return 'not_pdf';
    return /startxref\s+\d+\s+%%EOF/.test(await part(file, Math.max(0, size - 1024))) ? null : 'pdf_without_end';
  } finally {
    await file.close();
  }
}

async function part(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, position);
  return buffer.subarray(0, bytesRead).toString('latin1');
}

const KB = 1024;
/**
 * The most that what is looked at may unfold to: a few kilobytes of a zip can become gigabytes. No document that lists
 * a book's parts is longer.
 */
const MOST = { mimetype: KB, container: 64 * KB, document: 16 * KB * KB };

/** An EPUB is a zip that begins with its type (OCF 3.3, 4.2), and names the document that lists its parts. */
function problemOfZip(bytes: Uint8Array, isEpub: boolean): FileProblem | null {
  let outside = false;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        outside ||= /^[/\\]|^\w:|(^|[/\\])\.\.([/\\]|$)/.test(name);
        return (
          (name === 'mimetype' && originalSize <= MOST.mimetype) || (name === 'META-INF/container.xml' && originalSize <= MOST.container)
        );
      },
    });
    if (outside) return 'unpacks_outside';
    if (!isEpub) return null;
    const type = files['mimetype'];
    if (type === undefined || strFromU8(type).trim() !== 'application/epub+zip') return 'not_epub';
    const root = /full-path\s*=\s*["']([^"']+)["']/.exec(strFromU8(files['META-INF/container.xml'] ?? new Uint8Array()))?.[1];
    return root !== undefined && partOf(bytes, root) ? null : 'epub_without_parts';
  } catch {
    return isEpub ? 'epub_damaged' : 'zip_damaged';
  }
}

function partOf(bytes: Uint8Array, root: string): Uint8Array | undefined {
  return unzipSync(bytes, { filter: ({ name, originalSize }) => name === root && originalSize <= MOST.document })[root];
}
