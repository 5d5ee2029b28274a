import type { LetterLook } from '../publication/letter-look-schema.ts';

/**
 * What inline styles cannot say: dark mode, phones, and where a heading breaks. `!important` because it must win over
 * the inline styles.
 */
export function letterStyles({ dark }: LetterLook): string {
  const colors = (at: (selector: string) => string) => `
  ${at('.page')} { background: ${dark.ground} !important; }
  ${at('.paper')} { background: ${dark.sheet} !important; border-color: ${dark.line} !important; border-top-color: ${dark.accent} !important; }
  ${at('.ink')} { color: ${dark.ink} !important; }
  ${at('.quiet')} { color: ${dark.muted} !important; }
  ${at('.accent')} { color: ${dark.accent} !important; }
  ${at('.rule')} { border-color: ${dark.line} !important; }
  ${at('.rule-strong')} { border-color: ${dark.ink} !important; }
  ${at('.button')} { background: ${dark.accent} !important; }
  ${at('.button-text')} { color: ${dark.on_accent} !important; }`;
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.heading { text-wrap: balance; }
@media (prefers-color-scheme: dark) {${colors((selector) => selector)}
}
@media (max-width: 480px) {
  .outer { padding: 20px 0 !important; }
  .paper { padding: 28px 20px !important; border-left: 0 !important; border-right: 0 !important; }
  .mark { padding-left: 20px !important; padding-right: 20px !important; }
  .heading { font-size: 27px !important; }
}
${colors((selector) => `[data-ogsc] ${selector}`)}
`;
}
