/** A stretch of words, emphasised or not; `note` is the number of a footnote that stands behind it. */
export type Span = { text: string; em: boolean; note?: number };
export type ArticleBlock = { type: 'heading' | 'paragraph'; spans: Span[] };
export type ArticleText = { blocks: ArticleBlock[]; notes: Span[][] };

const NOTE = /^\[\^(\w+)\]:\s*(.*)$/s;

/**
 * The words of an article: Markdown with `##` headings, `*emphasis*` and `[^1]` footnotes, which are numbered in the
 * order in which they are called.
 */
export function articleText(markdown: string): ArticleText {
  const parts = markdown
    .split(/\n\s*\n|\n(?=\[\^\w+\]:)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const written = new Map(parts.flatMap((part) => (NOTE.exec(part)?.slice(1) ? [noteOf(part)] : [])));
  const called: string[] = [];
  const numberOf = (name: string): number | undefined => {
    if (!written.has(name)) return undefined;
    if (!called.includes(name)) called.push(name);
    return called.indexOf(name) + 1;
  };
  const blocks = parts
    .filter((part) => !NOTE.test(part))
    .map((part): ArticleBlock => {
      const heading = /^##\s+(.*)$/s.exec(part)?.[1];
      return { type: heading === undefined ? 'paragraph' : 'heading', spans: spansOf(heading ?? part, numberOf) };
    });
  return { blocks, notes: called.map((name) => spansOf(written.get(name) ?? '', () => undefined)) };
}

function noteOf(part: string): [string, string] {
  const [, name = '', text = ''] = NOTE.exec(part) ?? [];
  return [name, text];
}

function spansOf(text: string, numberOf: (name: string) => number | undefined): Span[] {
  const spans: Span[] = [];
  for (const [, emphasised, called, plain] of text.replaceAll(/\s+/g, ' ').matchAll(/\*([^*]+)\*|\[\^(\w+)\]|([^*[]+|[*[])/g)) {
    if (called !== undefined) {
      const note = numberOf(called);
      if (note !== undefined) spans.push({ text: '', em: false, note });
    } else if (emphasised !== undefined) spans.push({ text: emphasised, em: true });
    else if (plain !== undefined) append(spans, plain);
  }
  return spans;
}

function append(spans: Span[], text: string): void {
  const last = spans.at(-1);
  if (last && !last.em && last.note === undefined) last.text += text;
  else spans.push({ text, em: false });
}
