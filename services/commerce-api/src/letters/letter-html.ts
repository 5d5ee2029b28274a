import { LETTER_STYLES } from './letter-styles.ts';
import type { BillLine, Block, Letter } from './letter.ts';

/**
 * A letter as HTML. Tables and inline styles, because that is what mail programs lay out alike; the style element only adds dark mode and
 * phones, so a program that drops it still shows a sound letter. Nothing is loaded from anywhere.
 */
export function letterHtml(letter: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(letter.subject)}</title>
<style>${LETTER_STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#efebe2;">
<div style="display:none;max-height:0;overflow:hidden;">${escape(letter.preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#efebe2;"><tr><td align="center" class="outer" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td align="center" style="padding:0 0 20px;"><a href="${escape(letter.sender.url)}" class="ink" style="font:700 26px/1.2 ${SERIF};letter-spacing:0.01em;color:#1d1a16;text-decoration:none;">${escape(letter.sender.name)}</a></td></tr>
<tr><td class="paper" style="background:#fffdf9;border:1px solid #ddd6c8;border-top:4px solid #a8321f;padding:36px 40px;">
${letter.blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td align="center" class="quiet" style="padding:20px 24px 0;font:13px/1.5 ${SANS};color:#6b6358;">${escape(letter.footer)}${unsubscribeHtml(letter)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function unsubscribeHtml({ unsubscribe }: Letter): string {
  return unsubscribe ? `<br><a href="${escape(unsubscribe.url)}" class="quiet" style="color:#6b6358;">${escape(unsubscribe.text)}</a>` : '';
}

const SERIF = "Georgia,'Times New Roman',serif";
const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h1 class="ink heading" style="margin:0 0 20px;font:700 28px/1.2 ${SERIF};color:#1d1a16;">${escape(block.text)}</h1>`;
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 18px;font:16px/1.6 ${SERIF};color:#1d1a16;">${escape(block.text)}</p>`;
    case 'code':
      return `<p class="ink" style="margin:8px 0 26px;font:700 34px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:0.18em;color:#1d1a16;">${escape(block.text)}</p>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 28px;"><tr><td class="button" style="background:#a8321f;border-radius:4px;"><a href="${escape(block.url)}" class="button-text" style="display:inline-block;padding:14px 26px;font:600 16px/1.2 ${SANS};color:#ffffff;text-decoration:none;">${escape(block.text)}</a></td></tr></table>`;
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 22px;">${block.facts.map(factHtml).join('')}</table>`;
    case 'bill':
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 26px;border-collapse:collapse;">${[
        ...block.lines.map(lineHtml),
        ...block.sums.map((sum, index) => sumHtml(sum, index === 0)),
        totalHtml(block.total),
      ].join('')}</table>`;
    case 'picture':
      return `<p style="margin:0 0 26px;"><img src="cid:${escape(block.name)}" width="${block.width}" height="${block.width}" alt="${escape(block.alt)}" style="display:block;border:0;background:#ffffff;"></p>`;
    case 'address':
      return `<p class="quiet" style="margin:0 0 4px;font:13px/1.5 ${SANS};color:#6b6358;">${escape(block.title)}</p><p class="ink" style="margin:0 0 22px;font:16px/1.5 ${SERIF};color:#1d1a16;">${block.lines.map(escape).join('<br>')}</p>`;
  }
}

function factHtml({ name, value }: { name: string; value: string }): string {
  return `<tr><td class="quiet" style="padding:3px 16px 3px 0;font:14px/1.5 ${SANS};color:#6b6358;white-space:nowrap;">${escape(name)}</td><td class="ink" width="100%" style="padding:3px 0;font:14px/1.5 ${SANS};color:#1d1a16;">${escape(value)}</td></tr>`;
}

function lineHtml({ name, detail, quantity, amount }: BillLine): string {
  const below = [detail, quantity].filter((part) => part !== null).join(' · ');
  return `<tr><td class="ink rule" style="padding:12px 16px 12px 0;border-top:1px solid #ddd6c8;font:16px/1.4 ${SERIF};color:#1d1a16;">${escape(name)}<br><span class="quiet" style="font:13px/1.5 ${SANS};color:#6b6358;">${escape(below)}</span></td><td align="right" valign="top" class="ink rule" style="padding:12px 0;border-top:1px solid #ddd6c8;font:16px/1.4 ${SANS};color:#1d1a16;white-space:nowrap;">${escape(amount)}</td></tr>`;
}

function sumHtml({ name, value }: { name: string; value: string }, first: boolean): string {
  const [top, border] = first ? ['padding-top:14px;', 'border-top:2px solid #1d1a16;'] : ['', ''];
  const rule = first ? 'rule-strong' : '';
  return `<tr><td class="quiet ${rule}" style="padding:4px 16px 4px 0;${top}${border}font:15px/1.4 ${SANS};color:#6b6358;">${escape(name)}</td><td align="right" class="ink ${rule}" style="padding:4px 0;${top}${border}font:15px/1.4 ${SANS};color:#1d1a16;white-space:nowrap;">${escape(value)}</td></tr>`;
}

function totalHtml({ name, value }: { name: string; value: string }): string {
  return `<tr><td class="ink" style="padding:10px 16px 0 0;font:700 19px/1.4 ${SERIF};color:#1d1a16;">${escape(name)}</td><td align="right" class="ink" style="padding:10px 0 0;font:700 19px/1.4 ${SANS};color:#1d1a16;white-space:nowrap;">${escape(value)}</td></tr>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
