import type { Appearance, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type Channel, NOT_MOUNTED, openChannel } from './channel.ts';
import { IntegrationError } from './integration-error.ts';
import { createListeners } from './listeners.ts';
import type { FrameOptions, FromFrame, Submitted } from './messages.ts';
import { FRAME_ORIGIN } from './origins.ts';
import { walletsFor } from './wallet.ts';
import type { Wire } from './intents.ts';

type Setup = {
  key: string;
  options: StripePaymentElementOptions;
  appearance: () => Appearance;
  /** The ways to pay, once they are known. */
  types: () => Promise<{ known: string[]; wallets: string[] }>;
  onDestroy: () => void;
};
/** As the provider's own: a page's sheets, and what a page resets, do not reach what stands in it. */
const WRAPPER_STYLE =
  'margin:-4px 0 !important;padding:0 !important;border:none !important;display:block !important;background:transparent !important;position:relative !important;opacity:1 !important;clear:none !important';
/**
 * It is wider by what its document leaves free at its edges. That document is always light: under another scheme a
 * browser would paint a ground.
 */
const FRAME_STYLE =
  'margin:-4px;padding:0 !important;border:0 !important;display:block !important;width:calc(100% + 8px);min-width:100% !important;min-height:4rem;color-scheme:light only !important';

export type PaymentElement = ReturnType<typeof createPaymentElement>;

let count = 0;

/** The Payment Element: a frame of another origin, so that card numbers never reach the page. */
export function createPaymentElement({ key, options, appearance, types, onDestroy }: Setup) {
  const number = count++;
  const id = `standin-${number}`;
  const listeners = createListeners();
  let mounted: { wrapper?: HTMLElement; channel?: Channel } | null = null;

  const element = {
    on: (type: string, listener: (event: never) => void) => (listeners.on(type, listener), element),
    once: (type: string, listener: (event: unknown) => void) => (listeners.once(type, listener), element),
    off: (type: string, listener?: (event: never) => void) => (listeners.off(type, listener), element),
    mount(where: string | HTMLElement): void {
      const target = targetOf(where);
      if (mounted)
        throw new IntegrationError('This Element is already mounted. Use `unmount()` to unmount the Element before re-mounting.');
      mounted = {};
      void load(target, mounted);
    },
    unmount(): void {
      mounted?.channel?.close();
      mounted?.wrapper?.remove();
      mounted = null;
    },
    destroy(): void {
      element.unmount();
      onDestroy();
    },
    update: (change: StripePaymentElementOptions) => (Object.assign(options, change), element),
    collapse: () => element,
    clear: () => channel().tell({ type: 'clear' }),
    focus: () => channel().tell({ type: 'focus' }),
    blur: () => channel().tell({ type: 'blur' }),
    // Below: what only the stand-in itself calls.
    restyle: () => mounted?.channel?.tell({ type: 'appearance', appearance: appearance() }),
    submit: () => channel().ask<Submitted>((call) => ({ type: 'submit', call })),
    confirm: (path: string, params: Record<string, string>) => channel().ask<Wire>((call) => ({ type: 'confirm', call, path, params })),
  };
  return element;

  function channel(): Channel {
    if (mounted?.channel) return mounted.channel;
    throw new IntegrationError(NOT_MOUNTED);
  }

  /** `turn` is the mount that asked: the page may have taken the element away, or mounted it anew, in the meantime. */
  async function load(target: HTMLElement, turn: typeof mounted): Promise<void> {
    await Promise.resolve(); // the page may add its listeners after mount()
    listeners.emit('loaderstart');
    try {
      const { known, wallets } = await types();
      if (turn && mounted === turn) Object.assign(turn, show(target, [...known, ...walletsFor(known, wallets, options)]));
    } catch (error) {
      listeners.emit('loaderror', { error: error instanceof Error ? { type: 'api_error', message: error.message } : error });
    }
  }

  function show(target: HTMLElement, known: string[]): { wrapper: HTMLElement; channel: Channel } {
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.name = `__privateStripeFrame1${String(number).padStart(3, '0')}`;
    frame.allow = 'payment *';
    frame.style.cssText = FRAME_STYLE;
    frame.src = `${FRAME_ORIGIN}/v1/elements-inner.html#${encodeURIComponent(JSON.stringify(toldTo(known)))}`;
    const wrapper = document.createElement('div');
    wrapper.className = '__PrivateStripeElement';
    wrapper.style.cssText = WRAPPER_STYLE;
    wrapper.append(frame);
    target.replaceChildren(wrapper);
    target.classList.add('StripeElement');
    return { wrapper, channel: openChannel(frame, id, (message) => hear(frame, message)) };
  }

  function toldTo(known: string[]): FrameOptions {
    const rank = (type: string) => (options.paymentMethodOrder ?? []).indexOf(type) + 1 || 99;
    const ordered = known.toSorted((a, b) => rank(a) - rank(b));
    return { id, key, origin: location.origin, types: ordered, appearance: appearance(), asksForAddress: asksForAddress(options) };
  }

  function hear(frame: HTMLIFrameElement, message: Exclude<FromFrame, { type: 'answer' }>): void {
    switch (message.type) {
      case 'height':
        frame.style.height = `${message.height}px`;
        return;
      case 'change':
        return listeners.emit('change', message.state);
      case 'ready':
      case 'focus':
      case 'blur':
      case 'escape':
        return listeners.emit(message.type);
    }
  }
}

function targetOf(where: string | HTMLElement): HTMLElement {
  const target = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
  if (!target)
    throw new IntegrationError(`The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page.`);
  if (target.getRootNode() instanceof ShadowRoot) {
    throw new IntegrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.');
  }
  return target;
}

/**
 * Stripe asks for country and ZIP unless told not to; the stand-in asks only when told to, because no test card needs
 * them.
 */
function asksForAddress({ fields }: StripePaymentElementOptions): boolean {
  const billing = fields?.billingDetails;
  if (typeof billing !== 'object') return false;
  return billing.address === 'auto' || (typeof billing.address === 'object' && billing.address.postalCode === 'auto');
}
