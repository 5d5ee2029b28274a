import type { Appearance } from '@stripe/stripe-js';

type Colors = {
  primary: string;
  background: string;
  text: string;
  quiet: string;
  danger: string;
  line: string;
  note: string;
  noteText: string;
};

const STRIPE: Colors = {
  primary: '#0055bb',
  background: '#ffffff',
  text: '#30313d',
  quiet: '#5d6170',
  danger: '#c01034',
  line: '#8b8f9c',
  note: '#fff1d6',
  noteText: '#30313d',
};
const NIGHT: Colors = {
  primary: '#85d996',
  background: '#30313d',
  text: '#ffffff',
  quiet: '#c9ccd6',
  danger: '#ff9db0',
  line: '#9a9dab',
  note: '#4a3c17',
  noteText: '#ffffff',
};

/**
 * The page's wishes as custom properties of the frame: the theme, and those of Stripe's variables that make it fit a
 * page.
 */
export function applyAppearance(root: HTMLElement, { theme, variables = {} }: Appearance): void {
  const colors = theme === 'night' ? NIGHT : STRIPE;
  const properties: Record<string, string | undefined> = {
    '--primary': variables.colorPrimary ?? colors.primary,
    '--background': variables.colorBackground ?? colors.background,
    '--text': variables.colorText ?? colors.text,
    '--quiet': variables.colorTextSecondary ?? colors.quiet,
    '--danger': variables.colorDanger ?? colors.danger,
    '--line': colors.line,
    '--note': colors.note,
    '--note-text': colors.noteText,
    '--radius': variables.borderRadius ?? '5px',
    '--font': variables.fontFamily ?? 'system-ui, sans-serif',
    '--size': variables.fontSizeBase ?? '16px',
  };
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value ?? '');
}
