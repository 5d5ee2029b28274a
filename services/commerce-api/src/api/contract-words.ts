import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync, type Argument, type Comment, type Expression, type ObjectProperty, type SpreadElement } from 'oxc-parser';

/**
 * What docstrings say of a declaration: of itself, of the entries of what it is made of, and of its options, by their
 * order. `table` is what is said of the table that it stands in.
 */
export type Words = { says?: string; table?: string; entries: Map<string, Words>; options: Map<number, Words> };

type Declared = { init: Expression; says: string | undefined; isShared: boolean };
type Module = { declared: Map<string, Declared>; says: (start: number) => string | undefined };

const CONTRACTS = path.dirname(createRequire(import.meta.url).resolve('@newsstand/contracts/endpoints'));

/** The names of the modules of the contracts. */
export async function contractModules(): Promise<string[]> {
  const files = await readdir(CONTRACTS);
  return files.flatMap((file) => (/(?<!\.test)\.ts$/.test(file) ? path.parse(file).name : [])).toSorted();
}

/**
 * The docstrings of the contracts and of the service's own endpoints, by the name of what they stand above. The
 * published document repeats them: they are the one place where units and sections are written, and no remote carries
 * them, since comments are in no build.
 */
export async function readContractWords(): Promise<(name: string) => Words> {
  const names = await contractModules();
  const files = [...names.map((name) => path.join(CONTRACTS, `${name}.ts`)), path.join(import.meta.dirname, 'own-endpoints.ts')];
  const modules = await Promise.all(files.map(async (file) => parse(file, await readFile(file, 'utf8'))));
  const everywhere = new Map(modules.flatMap((module) => [...module.declared.keys()].map((name) => [name, module] as const)));
  const known = new Map<Declared, Words>();

  function wordsOfName(name: string, from?: Module): Words {
    const module = from?.declared.has(name) ? from : everywhere.get(name);
    const declared = module?.declared.get(name);
    if (!module || !declared) return nothing();
    const words = known.get(declared) ?? withSays(wordsOf(declared.init, module), declared.says);
    known.set(declared, words);
    return words;
  }

  function wordsOf(node: Expression | Argument, module: Module): Words {
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return wordsOf(node.expression, module);
      case 'Identifier':
        // What the contracts share is a schema of its own in the document, and says its own words there.
        return module.declared.get(node.name)?.isShared !== false && /^[A-Z]/.test(node.name) ? nothing() : wordsOfName(node.name, module);
      case 'MemberExpression': {
        const owner = wordsOfOwner(node.object, module);
        const name = node.property.type === 'Identifier' ? node.property.name : '';
        return name === 'entries' ? owner : (owner.entries.get(name) ?? nothing());
      }
      case 'ObjectExpression':
        return { ...nothing(), entries: new Map(node.properties.flatMap((property) => entriesOf(property, module))) };
      case 'ArrayExpression': {
        const options = node.elements.flatMap((element, at): [number, Words][] =>
          element ? [[at, withSays(wordsOf(element, module), module.says(element.start))]] : [],
        );
        return { ...nothing(), options: new Map(options) };
      }
      case 'CallExpression': {
        const [first, ...rest] = node.arguments;
        if (!first) return nothing();
        // v.pick and the like: entries of another schema.
        const { entries } = wordsOfOwner(first, module);
        return [first, ...rest].map((argument) => wordsOf(argument, module)).reduce(merge, { ...nothing(), entries });
      }
      default:
        return nothing();
    }
  }

  const wordsOfOwner = (node: Expression | Argument, module: Module): Words =>
    node.type === 'Identifier' ? wordsOfName(node.name, module) : wordsOf(node, module);

  function entriesOf(property: ObjectProperty | SpreadElement, module: Module): [string, Words][] {
    if (property.type === 'SpreadElement') {
      const { says, entries } = wordsOfOwner(property.argument, module);
      return [...entries].map(([name, words]) => [name, says === undefined ? words : { table: says, ...words }]);
    }
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    return [[name, withSays(wordsOf(property.value, module), module.says(property.start))]];
  }

  return (name) => wordsOfName(name);
}

function parse(file: string, text: string): Module {
  const { program, comments } = parseSync(file, text);
  const byEnd = new Map(comments.filter(isDocstring).map(({ end, value }) => [end, value]));
  const says = (start: number): string | undefined => {
    const comment = byEnd.get(text.slice(0, start).trimEnd().length);
    return comment && plain(comment);
  };
  const declared = program.body.flatMap((statement) => {
    const isShared = statement.type === 'ExportNamedDeclaration';
    const declaration = isShared ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }): [string, Declared][] =>
      id.type === 'Identifier' && init ? [[id.name, { init, says: says(statement.start), isShared }]] : [],
    );
  });
  return { declared: new Map(declared), says };
}

const isDocstring = ({ type, value }: Comment): boolean => type === 'Block' && value.startsWith('*');

/** The text of a docstring: its lines are joined, and its paragraphs stay apart. */
const plain = (comment: string): string =>
  comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

const nothing = (): Words => ({ entries: new Map(), options: new Map() });
const withSays = (words: Words, says: string | undefined): Words => (says === undefined ? words : { ...words, says });
const merge = (one: Words, other: Words): Words => ({
  ...one,
  ...other,
  entries: new Map([...one.entries, ...other.entries]),
  options: new Map([...one.options, ...other.options]),
});
