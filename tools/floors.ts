import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './root.ts';

const SERVICE = path.join(root, 'services/commerce-api/src');

/** The rooms of the service in the order of its README, from the ground up. */
export function readRooms(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^\| `([a-z-]+)` \|/gm), ([, room = '']) => room);
}

/**
 * Every import of the service that runs from a room to one above it, of values and of types, and every file that is in
 * no room. Tests import what they like; nothing that runs imports what is theirs.
 */
export function floorProblems(rooms: string[], files: { file: string; text: string }[]): string[] {
  const roomOf = (file: string) => file.split('/')[0] ?? '';
  return files.flatMap(({ file, text }) => {
    const floor = rooms.indexOf(roomOf(file));
    if (floor === -1) return [`${file} is in no room of src/README.md.`];
    return importsOf(file, text).flatMap((imported) => {
      if (imported.startsWith('../test/')) return [`${file} imports ${imported}, which is for tests.`];
      const other = imported.startsWith('../') ? 0 : rooms.indexOf(roomOf(imported));
      return other > floor ? [`${file} imports ${imported}, which is upstairs: ${roomOf(file)} stands below ${roomOf(imported)}.`] : [];
    });
  });
}

/** What a file imports from the service, by path from `src`; what stands beside `src` begins with `../`. */
export function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return named.filter((name) => name.startsWith('.')).map((name) => path.posix.join(path.posix.dirname(file), name));
}

/** For `npm run check`: what is wrong, or null. */
export async function floors(): Promise<string | null> {
  const rooms = readRooms(readFileSync(path.join(SERVICE, 'README.md'), 'utf8'));
  const files = globSync('**/*.ts', { cwd: SERVICE, exclude: ['**/*.test.ts'] }).map((file) => ({
    file,
    text: readFileSync(path.join(SERVICE, file), 'utf8'),
  }));
  const problems = floorProblems(rooms, files);
  return problems.length === 0 ? null : problems.join('\n');
}
