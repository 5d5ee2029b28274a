import type { Appearance, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js';
import { IntegrationError } from './integration-error.ts';
import { createListeners } from './listeners.ts';
import type { Envelope, FrameOptions, FromFrame, Submitted, ToFrame } from './messages.ts';
import { FRAME_ORIGIN } from './origins.ts';
import type { Wire } from './intents.ts';

type Setup = {
  key: string;
  options: StripePaymentElementOptions;
  appearance: () => Appearance;
  /** The ways to pay, once they are known. */
  types: () => Promise<string[]>;
  onDestroy: () => void;
};
export type PaymentElement = ReturnType<typeof createPaymentElement>;

let count = 0;
const NOT_MOUNTED =
  'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.';

/** The Payment Element: a frame of another origin, so that card numbers never reach the page. */
export function createPaymentElement({ key, options, appearance, types, onDestroy }: Setup) {
  const number = count++;
  const id = `standin-${number}`;
  const listeners = createListeners();
  const calls = new Map<number, (answer: never) => void>();
  let frame: HTMLIFrameElement | null = null;
  let mounting = 0;

  const element = {
    on: (type: string, listener: (event: never) => void) => (listeners.on(type, listener), element),
    once: (type: string, listener: (event: unknown) => void) => (listeners.once(type, listener), element),
    off: (type: string, listener?: (event: never) => void) => (listeners.off(type, listener), element),
    mount(where: string | HTMLElement): void {
      const target = targetOf(where);
      if (frame || mounting > 0)
        throw new IntegrationError('This Element is already mounted. Use `unmount()` to unmount the Element before re-mounting.');
      addEventListener('message', hear);
      void load(target, ++mounting);
    },
    unmount(): void {
      mounting = 0;
      frame?.parentElement?.remove();
      frame = null;
      removeEventListener('message', hear);
    },
    destroy(): void {
      element.unmount();
      onDestroy();
    },
    update: (change: StripePaymentElementOptions) => (Object.assign(options, change), element),
    collapse: () => element,
    clear: () => tell({ type: 'clear' }),
    focus: () => tell({ type: 'focus' }),
    blur: () => tell({ type: 'blur' }),
    // Below: what only the stand-in itself calls.
    restyle: () => frame && tell({ type: 'appearance', appearance: appearance() }),
    submit: () => ask<Submitted>((call) => ({ type: 'submit', call })),
    confirm: (path: string, params: Record<string, string>) => ask<Wire>((call) => ({ type: 'confirm', call, path, params })),
  };
  return element;

  async function load(target: HTMLElement, turn: number): Promise<void> {
    await Promise.resolve(); // the page may add its listeners after mount()
    listeners.emit('loaderstart');
    try {
      const known = await types();
      if (mounting === turn) show(target, known);
    } catch (error) {
      listeners.emit('loaderror', { error: error instanceof Error ? { type: 'api_error', message: error.message } : error });
    }
  }

  function show(target: HTMLElement, known: string[]): void {
    const rank = (type: string) => (options.paymentMethodOrder ?? []).indexOf(type) + 1 || 99;
    const told: FrameOptions = {
      id,
      key,
      origin: location.origin,
      types: known.toSorted((a, b) => rank(a) - rank(b)),
      appearance: appearance(),
      asksForAddress: asksForAddress(options),
    };
    frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.name = `__privateStripeFrame1${String(number).padStart(3, '0')}`;
    frame.allow = 'payment *';
    frame.style.cssText = 'display:block;width:100%;min-height:4rem;border:0;color-scheme:normal';
    frame.src = `${FRAME_ORIGIN}/v1/elements-inner.html#${encodeURIComponent(JSON.stringify(told))}`;
    const wrapper = document.createElement('div');
    wrapper.className = '__PrivateStripeElement';
    wrapper.append(frame);
    target.replaceChildren(wrapper);
    target.classList.add('StripeElement');
  }

  function hear(event: MessageEvent<Envelope<FromFrame> | null>): void {
    if (event.origin !== FRAME_ORIGIN || event.data?.standin !== id) return;
    const { message } = event.data;
    switch (message.type) {
      case 'answer':
        Reflect.apply(calls.get(message.call) ?? Boolean, undefined, [message.answer]);
        calls.delete(message.call);
        return;
      case 'height':
        if (frame) frame.style.height = `${message.height}px`;
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

  function tell(message: ToFrame): void {
    if (!frame?.contentWindow) throw new IntegrationError(NOT_MOUNTED);
    const envelope: Envelope<ToFrame> = { standin: id, message };
    frame.contentWindow.postMessage(envelope, FRAME_ORIGIN);
  }

  function ask<T>(question: (call: number) => ToFrame): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const call = ++count;
    calls.set(call, resolve);
    tell(question(call));
    return promise;
  }
}

export type LoadError = StripeError;

function targetOf(where: string | HTMLElement): HTMLElement {
  const target = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
  if (!target)
    throw new IntegrationError(`The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page.`);
  if (target.getRootNode() instanceof ShadowRoot) {
    throw new IntegrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.');
  }
  return target;
}

/** Stripe asks for country and ZIP unless told not to; the stand-in asks only when told to, because no test card needs them. */
function asksForAddress({ fields }: StripePaymentElementOptions): boolean {
  const billing = fields?.billingDetails;
  if (typeof billing !== 'object') return false;
  return billing.address === 'auto' || (typeof billing.address === 'object' && billing.address.postalCode === 'auto');
}
