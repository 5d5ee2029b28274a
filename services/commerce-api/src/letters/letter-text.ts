import type { BillLine, Block, Letter } from './letter.ts';

const WIDTH = 64;

/** A letter as plain text, for programs and people that prefer it. */
export function letterText(letter: Letter): string {
  const { unsubscribe } = letter;
  const end = unsubscribe ? [`${unsubscribe.text}:\n${unsubscribe.url}`] : [];
  const parts = [letter.sender.name.toUpperCase(), ...letter.blocks.map(blockText), '--', letter.footer, ...end, letter.sender.url];
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, WIDTH))}`;
    case 'paragraph':
      return block.text;
    case 'code':
      return `    ${block.text}`;
    case 'button':
      return `${block.text}:\n${block.url}`;
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'bill':
      return [
        ...block.lines.map(lineText),
        '-'.repeat(WIDTH),
        ...block.sums.map(({ name, value }) => columns(name, value)),
        columns(block.total.name, block.total.value),
      ].join('\n');
    case 'picture':
      return block.alt;
    case 'address':
      return [`${block.title}:`, ...block.lines].join('\n');
  }
}

function lineText({ name, detail, quantity, amount }: BillLine): string {
  return `${columns(name, amount)}\n  ${detail === null ? quantity : `${detail}, ${quantity}`}`;
}

function columns(left: string, right: string): string {
  const gap = WIDTH - left.length - right.length;
  return `${left}${' '.repeat(Math.max(1, gap))}${right}`;
}
