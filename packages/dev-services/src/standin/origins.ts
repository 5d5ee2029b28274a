/**
 * Where the stand-in came from: js.stripe.com when a test answers for it, else the emulator. Frames are loaded from
 * there.
 */
export const FRAME_ORIGIN = originOfScript();

/** The API beside it. */
export const API_ORIGIN = apiBeside(FRAME_ORIGIN);

export function apiBeside(origin: string): string {
  return new URL(origin).hostname === 'js.stripe.com' ? 'https://api.stripe.com' : origin;
}

function originOfScript(): string {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;
}
