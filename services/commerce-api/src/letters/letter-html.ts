import { PLAIN_LOOK, type LetterLook } from '../publication/letter-look-schema.ts';
import { letterStyles } from './letter-styles.ts';
import type { BillLine, Block, Letter } from './letter.ts';

/**
 * A letter as HTML. Tables and inline styles, because that is what mail programs lay out alike; the style element only
 * adds dark mode and phones, so a program that drops it still shows a sound letter. Nothing is loaded from anywhere.
 */
export function letterHtml(letter: Letter): string {
  const look = letter.look ?? PLAIN_LOOK;
  const paint = paintOf(look);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(letter.subject)}</title>
<style>${letterStyles(look)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${paint.ground};">
<div style="display:none;max-height:0;overflow:hidden;">${escape(letter.preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${paint.ground};"><tr><td align="center" class="outer" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td class="mark" style="padding:0 0 18px;"><a href="${escape(letter.sender.url)}" class="ink" style="${paint.wordmark}color:${paint.ink};text-decoration:none;">${escape(markOf(look, letter.sender.name))}${look.wordmark.block ? `<span class="accent" aria-hidden="true" style="color:${paint.accent};">&#8239;&#9632;</span>` : ''}</a></td></tr>
<tr><td class="paper" style="background:${paint.sheet};border:1px solid ${paint.line};border-top:6px solid ${paint.accent};padding:36px 40px;">
${letter.blocks.map((block) => blockHtml(block, paint)).join('\n')}
</td></tr>
<tr><td class="quiet mark" style="padding:18px 0 0;font:13px/1.5 ${paint.small};color:${paint.muted};">${escape(letter.footer)}${unsubscribeHtml(letter, paint)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function unsubscribeHtml({ unsubscribe }: Letter, paint: Paint): string {
  return unsubscribe
    ? `<br><a href="${escape(unsubscribe.url)}" class="quiet" style="color:${paint.muted};">${escape(unsubscribe.text)}</a>`
    : '';
}

const FACES = {
  serif: "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif",
  sans: "'Helvetica Neue',Helvetica,Arial,sans-serif",
  narrow: "'Avenir Next Condensed','Arial Narrow','Roboto Condensed','Helvetica Neue',Arial,sans-serif",
} as const;

/** The light look's colors and faces, for inline styles. */
function paintOf({ wordmark, headings, text, light }: LetterLook) {
  const { face, capitals } = wordmark;
  return {
    ...light,
    /** Of figures and small print: what is set narrow is read as a line, not as a text. */
    small: FACES[text === 'narrow' || headings !== 'serif' ? 'sans' : text],
    text: FACES[text],
    heading: `font:${headings === 'serif' ? 400 : 700} 32px/1.08 ${FACES[headings]};${headings === 'serif' ? '' : 'letter-spacing:-0.01em;'}`,
    wordmark: `font:${face === 'serif' ? 700 : 900} 30px/1.1 ${FACES[face]};${capitals ? 'letter-spacing:0.06em;' : 'letter-spacing:-0.01em;'}`,
  };
}
type Paint = ReturnType<typeof paintOf>;

const markOf = ({ wordmark }: LetterLook, name: string): string => (wordmark.capitals ? name.toLocaleUpperCase('en') : name);

function blockHtml(block: Block, paint: Paint): string {
  switch (block.type) {
    case 'heading':
      return `<h1 class="ink heading" style="margin:0 0 20px;${paint.heading}color:${paint.ink};">${escape(block.text)}</h1>`;
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 18px;font:16px/1.6 ${paint.text};color:${paint.ink};">${escape(block.text)}</p>`;
    case 'code':
      return `<p class="ink" style="margin:8px 0 26px;font:700 34px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:0.18em;color:${paint.ink};">${escape(block.text)}</p>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 28px;"><tr><td class="button" style="background:${paint.accent};"><a href="${escape(block.url)}" class="button-text" style="display:inline-block;padding:14px 26px;font:600 16px/1.2 ${paint.small};color:${paint.on_accent};text-decoration:none;">${escape(block.text)}</a></td></tr></table>`;
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 22px;">${block.facts.map((fact) => factHtml(fact, paint)).join('')}</table>`;
    case 'bill':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 26px;border-collapse:collapse;">${[
        ...block.lines.map((line) => lineHtml(line, paint)),
        ...block.sums.map((sum, index) => sumHtml(sum, index === 0, paint)),
        totalHtml(block.total, paint),
      ].join('')}</table>`;
    case 'picture':
      return `<p style="margin:0 0 26px;"><img src="cid:${escape(block.name)}" width="${block.width}" height="${block.width}" alt="${escape(block.alt)}" style="display:block;border:0;background:#ffffff;"></p>`;
    case 'address':
      return `<p class="quiet" style="margin:0 0 4px;font:13px/1.5 ${paint.small};color:${paint.muted};">${escape(block.title)}</p><p class="ink" style="margin:0 0 22px;font:16px/1.5 ${paint.text};color:${paint.ink};">${block.lines.map(escape).join('<br>')}</p>`;
  }
}

function factHtml({ name, value }: { name: string; value: string }, paint: Paint): string {
  return `<tr><td class="quiet" style="padding:3px 16px 3px 0;font:14px/1.5 ${paint.small};color:${paint.muted};white-space:nowrap;">${escape(name)}</td><td class="ink" width="100%" style="padding:3px 0;font:14px/1.5 ${paint.small};color:${paint.ink};">${escape(value)}</td></tr>`;
}

function lineHtml({ name, detail, quantity, amount }: BillLine, paint: Paint): string {
  const below = [detail, quantity].filter((part) => part !== null).join(' · ');
  return `<tr><td class="ink rule" style="padding:12px 16px 12px 0;border-top:1px solid ${paint.line};font:16px/1.4 ${paint.text};color:${paint.ink};">${escape(name)}<br><span class="quiet" style="font:13px/1.5 ${paint.small};color:${paint.muted};">${escape(below)}</span></td><td align="right" valign="top" class="ink rule" style="padding:12px 0;border-top:1px solid ${paint.line};font:16px/1.4 ${paint.small};color:${paint.ink};white-space:nowrap;">${escape(amount)}</td></tr>`;
}

function sumHtml({ name, value }: { name: string; value: string }, first: boolean, paint: Paint): string {
  const [top, border] = first ? ['padding-top:14px;', `border-top:2px solid ${paint.ink};`] : ['', ''];
  const rule = first ? 'rule-strong' : '';
  return `<tr><td class="quiet ${rule}" style="padding:4px 16px 4px 0;${top}${border}font:15px/1.4 ${paint.small};color:${paint.muted};">${escape(name)}</td><td align="right" class="ink ${rule}" style="padding:4px 0;${top}${border}font:15px/1.4 ${paint.small};color:${paint.ink};white-space:nowrap;">${escape(value)}</td></tr>`;
}

function totalHtml({ name, value }: { name: string; value: string }, paint: Paint): string {
  return `<tr><td class="ink" style="padding:10px 16px 0 0;font:700 19px/1.4 ${paint.text};color:${paint.ink};">${escape(name)}</td><td align="right" class="ink" style="padding:10px 0 0;font:700 19px/1.4 ${paint.small};color:${paint.ink};white-space:nowrap;">${escape(value)}</td></tr>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
