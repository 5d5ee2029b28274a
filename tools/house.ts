// node tools/house.ts [FOLDER]: how the service hangs together, in the figures of docs/house.md; FOLDER is another
// checkout, to compare with.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { importsOf } from './floors.ts';
import { root } from './root.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The files of the service, or of another workspace, tests left out, each with the files that it imports, values and
 * types alike.
 */
export function fileGraph(checkout: string, workspace = 'services/commerce-api'): Graph {
  const src = path.join(checkout, workspace, 'src');
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts', 'test/**'] });
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      // By the name that it has once it is built: what is fetched later.
      const imported = importsOf(file, readFileSync(path.join(src, file), 'utf8')).map((other) => other.replace(/\.js$/, '.ts'));
      return [file, new Set(imported.filter((other) => known.has(other)))];
    }),
  );
}

/** The same arrows between the places that the files are in. */
export function gather(files: Graph, placeOf: (file: string) => string): Graph {
  const places = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    const place = placeOf(file);
    const others = places.get(place) ?? new Set();
    for (const other of [...imported].map(placeOf)) if (other !== place) others.add(other);
    places.set(place, others);
  }
  return places;
}

/** All that is reached from one place, itself included. */
export function reachOf(graph: Graph, from: string, reached = new Set<string>()): Set<string> {
  if (reached.has(from)) return reached;
  reached.add(from);
  for (const next of graph.get(from) ?? []) reachOf(graph, next, reached);
  return reached;
}

/** Places that reach each other: none of them can be understood, or moved, without the others. */
export function knotsOf(graph: Graph): string[][] {
  const reach = new Map([...graph.keys()].map((place) => [place, reachOf(graph, place)]));
  const knots = [...graph.keys()].map((one) =>
    [...graph.keys()].filter((other) => reach.get(one)?.has(other) && reach.get(other)?.has(one)),
  );
  return knots.filter((knot, index) => knot.length > 1 && knots.findIndex(([first]) => first === knot[0]) === index);
}

/**
 * The arrows that say it all: what is reached by way of another place has none of its own. For a graph without knots.
 */
export function outline(graph: Graph): string[] {
  return [...graph].flatMap(([place, imported]) =>
    [...imported]
      .filter((other) => ![...imported].some((between) => between !== other && reachOf(graph, between).has(other)))
      .map((other) => `${place} --> ${other}`),
  );
}

/** Where the files that a page names may be: its own workspace, the service, and what everybody may import. */
const SHARED = ['packages/contracts/', 'packages/ui/', 'packages/build/', 'services/commerce-api/'];

/** The sources, and by their paths the files of data, that a page names and that are not there. */
export function missing(page: string, text: string, sources: readonly string[]): string[] {
  const isOfAll = page === 'README.md' || page.startsWith('docs/');
  const homes = isOfAll ? [''] : [page.split('/').slice(0, 2).join('/'), ...SHARED];
  const isThere = (file: string) =>
    sources.some((source) => source === file || (source.endsWith(`/${file}`) && homes.some((home) => source.startsWith(home))));
  return Array.from(text.matchAll(/`(?:\.\.\/)*([\w./-]+\.tsx?|[\w.-]+\/[\w./-]+\.json)`/g), ([, file = '']) => file).filter(
    (file) => !isThere(file),
  );
}

/** So wide is a comment; the formatter breaks what stands beside it. An address is as long as it is. */
const WIDTH = 120;

/**
 * The comments of a file that are wider, by their lines, those between the first and the last of a block without stars,
 * too. What WordPress reads of a plugin's head stands in one line.
 */
export function wideComments(text: string): number[] {
  let isInside = false;
  return text.split('\n').flatMap((line, at) => {
    const isComment = isInside || /^\s*(?:\/\/|\/?\*|-- |\{\{!--|#(?![[!]))/.test(line);
    if (/^\s*\/\*/.test(line) || isInside) isInside = !line.includes('*/');
    return isComment && line.length > WIDTH && !/https?:|^ \* Description: /.test(line) ? [at + 1] : [];
  });
}

/**
 * For `npm run check`: what the docs and the READMEs say that is not so, files and folders that need each
 * other, long functions where money moves, and wide comments; null where there is nothing.
 */
export function houseProblems(): string | null {
  const files = fileGraph(root);
  const read = (page: string) => readFileSync(path.join(root, page), 'utf8');
  const [, picture = ''] = /flowchart TD\n([^`]*)/.exec(read('docs/house.md')) ?? [];
  const drawn = new Map<string, Set<string>>();
  for (const [, from = '', to = ''] of picture.matchAll(/(\w+) --> (\w+)/g)) drawn.set(from, new Set([...(drawn.get(from) ?? []), to]));
  const inTree = { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] };
  const sources = globSync('{apps,packages,services,tools,integrations}/**/*.{ts,tsx,json}', inTree);
  // Of the statements each test is looked up by its own check.
  const pages = globSync(['README.md', 'docs/**/*.md', '{apps,packages,services,tools,integrations}/**/README.md'], {
    ...inTree,
    exclude: [...inTree.exclude, 'docs/specification-statements.md'],
  });
  const problems = [
    ...arrowsOf(gather(files, roomOf))
      .filter(({ from, to }) => !reachOf(drawn, from).has(to))
      .map(({ from, to }) => `docs/house.md draws no way for ${from} --> ${to}.`),
    ...['services/commerce-api', 'apps/desk'].flatMap((workspace) =>
      knotsOf(gather(fileGraph(root, workspace), path.dirname)).map((knot) => `${workspace}: ${knot.join(', ')} need each other.`),
    ),
    ...globSync('{apps,packages,services}/*', { cwd: root }).flatMap((workspace) =>
      knotsOf(fileGraph(root, workspace)).map((knot) => `${workspace}: ${knot.join(', ')} need each other.`),
    ),
    ...pages.flatMap((page) => missing(page, read(page), sources).map((file) => `${page} names ${file}, which is not there.`)),
    ...longFunctionsOf(root, MONEY).map((found) => `${found} is a function of more than ${LINES} lines where money moves.`),
    // What a program makes is as wide as it comes; a migration that ran is not written anew.
    ...globSync(['{apps,packages,services,tools,integrations}/**/*.{ts,tsx,js,mjs,css,php,prisma,sh,yaml,hbs}', '.ci/run'], inTree)
      .filter((file) => !file.includes('generated'))
      .flatMap((file) => wideComments(read(file)).map((line) => `${file}:${line} is a comment wider than ${WIDTH}.`)),
  ];
  return problems.length === 0 ? null : problems.join('\n');
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/** Where money moves: no function of it is longer than can be read at once. What pages draw is none of it. */
const MONEY = [
  'services/commerce-api/src/{payments,ledger,shop,rules}/**/*.ts',
  'services/commerce-api/src/desk/{refunds,invoices,donations,orders,readers,take-back}/**/*.ts',
  'packages/contracts/src/**/*.ts',
  'packages/ui/src/{use-payment,use-card-setup,payment-flow,charge-flow,send-order}.ts',
];
const LINES = 80;

/** The functions of a file that have more lines than `most`, each with the line that it begins at. */
export function longFunctions(file: string, text: string, most: number = LINES): { lines: number; at: number }[] {
  const found: { lines: number; at: number }[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const look = ({ start, end }: { start: number; end: number }) => {
    const at = lineAt(start);
    const lines = lineAt(end) - at + 1;
    if (lines > most) found.push({ lines, at });
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(parseSync(file, text).program);
  return found;
}

/** Those of some files of a checkout, the longest first. */
function longFunctionsOf(checkout: string, files: readonly string[]): string[] {
  return globSync(files, { cwd: checkout, exclude: ['**/*.test.ts', '**/stand-alone/**'] })
    .flatMap((file) =>
      longFunctions(file, readFileSync(path.join(checkout, file), 'utf8')).map((found) => ({ ...found, where: `${file}:${found.at}` })),
    )
    .toSorted((one, other) => other.lines - one.lines)
    .map(({ lines, where }) => `${lines} lines: ${where}`);
}

function arrowsOf(graph: Graph): { from: string; to: string }[] {
  return [...graph].flatMap(([from, imported]) => [...imported].map((to) => ({ from, to })));
}

function say(name: string, graph: Graph): void {
  const knots = knotsOf(graph).map(({ length }) => length);
  console.log(`${name}: ${graph.size}, arrows between them: ${arrowsOf(graph).length}, knots of: ${knots.join(', ') || 'none'}`);
}

if (import.meta.main) {
  const checkout = path.resolve(process.argv[2] ?? root);
  const files = fileGraph(checkout);
  const rooms = gather(files, roomOf);
  say('files', files);
  say('folders', gather(files, path.dirname));
  say('rooms', rooms);
  for (const verb of files.keys()) {
    if (/(^|\/)(check-out|add-item|redeem|run-renewals|run-calendar)\.ts$/.test(verb))
      console.log(`${verb} reaches ${reachOf(files, verb).size} files`);
  }
  for (const line of [
    ...longFunctionsOf(checkout, ['{services,packages,apps}/*/src/**/*.{ts,tsx}']),
    ...(knotsOf(rooms).length === 0 ? outline(rooms) : []),
  ])
    console.log(line);
}
