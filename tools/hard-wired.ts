import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type Span, Visitor } from 'oxc-parser';
import { root } from './root.ts';

/** A text that readers would see as it stands in the source, whatever words a publication has of its own. */
export type HardWired = { file: string; text: string };

/** What a remote is made of, but for its catalogues, its tests, and the pages on which it runs alone. */
const SOURCES = ['apps/*-mf/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'];
const OTHER = [/\.test\.tsx?$/, /\/stand-alone\//, /\/messages[^/]*\.ts$/, /\/catalogue\.ts$/, /\/hostile-sheet\.ts$/];

/** Attributes that are read out or shown. */
const SPOKEN = /^(aria-(label|description|placeholder|roledescription|valuetext)|placeholder|alt|title|label)$/;
/** The browser's names of keys. */
const KEYS = /^(Enter|Escape|Tab|Home|End|Backspace|Delete|Page(Up|Down)|Arrow(Up|Down|Left|Right))$/;
/**
 * What only developers read: the console, an error's message, what `required` says is missing, and names of classes.
 */
const FOR_DEVELOPERS = /^(console\.\w+|required|\w*Error|notSold|classes)$/;

const isWord = (text: string): boolean => /\p{L}{2}/u.test(text);
/** Two words, or one as a sentence begins. */
const isSentence = (text: string): boolean => !KEYS.test(text) && /\p{L}{2,}\s+\p{L}{2,}|^\p{Lu}\p{Ll}+/u.test(text);

/** Every hard-wired text of the remotes and their shared components. */
export const hardWiredTexts = (): HardWired[] =>
  globSync(SOURCES, { cwd: root, exclude: (name) => /^(node_modules|dist)$/.test(name) })
    .filter((file) => !OTHER.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap((file) => hardWiredIn(file, readFileSync(path.join(root, file), 'utf8')).map((text) => ({ file, text })));

/**
 * The hard-wired texts in one file: text between tags, spoken attributes, strings that hold words, and translations
 * that are made without the publication's own words or pass them by.
 */
export function hardWiredIn(file: string, source: string): string[] {
  const found: string[] = [];
  const unread: Span[] = [];
  const catalogues = new Set<string>();
  const say = (node: Span, text: string): void => {
    if (!unread.some(({ start, end }) => start <= node.start && node.end <= end)) found.push(text.trim());
  };
  const leaveOut = (node: Span, callee: Span): void => {
    if (FOR_DEVELOPERS.test(source.slice(callee.start, callee.end))) unread.push(node);
  };
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      if (/^\..*\/(messages|catalogue)[\w-]*\.ts$/.test(value)) for (const { local } of specifiers) catalogues.add(local.name);
      // These hold the publication's words themselves (packages/ui/src/messages.ts).
      catalogues.delete('uiMessages');
    },
    JSXText: (node) => void (isWord(node.value) && say(node, node.value)),
    JSXAttribute({ name, value }) {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
      if (name.type === 'JSXIdentifier' && SPOKEN.test(name.name) && isWord(value.value)) say(value, value.value);
      unread.push(value);
    },
    TSLiteralType: (node) => void unread.push(node),
    NewExpression: (node) => leaveOut(node, node.callee),
    CallExpression(node) {
      leaveOut(node, node.callee);
      if (node.callee.type === 'Identifier' && node.callee.name === 'createMessages' && node.arguments.length < 2)
        say(node, source.slice(node.start, node.end));
    },
    MemberExpression(node) {
      if (node.object.type === 'Identifier' && catalogues.has(node.object.name)) say(node, source.slice(node.start, node.end));
    },
    Literal: (node) => void (typeof node.value === 'string' && isSentence(node.value) && say(node, node.value)),
    TemplateElement: (node) => void (isSentence(node.value.raw) && say(node, node.value.raw)),
  }).visit(parseSync(file, source).program);
  return found;
}
