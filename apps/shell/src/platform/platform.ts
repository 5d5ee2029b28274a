import '@newsstand/build/reset.css';
import type { Cart } from '@newsstand/contracts/cart';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { createCartStore } from './cart-store.ts';
import { loadMount } from './load-mount.ts';
import { openOverlay } from './overlay.ts';
import { endRoots, watchRoots } from './roots.ts';

/** What the loader hands over for one element. */
export type Ask = Pick<MountContext, 'api' | 'pageData' | 'intent'> & {
  element: HTMLElement;
  /** `<remote>.<widget>` */
  widget: string;
  /** URL of the remote's entry. */
  entry: string;
  /** The cart as the loader knows it. */
  knownCart(): Cart | null;
  /** Tells the browser the Subresource Integrity of files in a folder. */
  vouch(folder: string, files: Readonly<Record<string, string>>): void;
  /** False once the watchdog gave up, or the element left the page. */
  wanted(): boolean;
  /** Called when a mounted widget breaks later; the fallback is back by then. */
  failed(error: unknown): void;
};
export type PlatformModule = { mount(ask: Ask): Promise<() => void> };

let store: ReturnType<typeof createCartStore> | undefined;

/** Mounts one widget. What it returns, like every failure, leaves the element with the fallback that the CMS put there. */
export const mount: PlatformModule['mount'] = async ({ element, widget, entry, knownCart, vouch, wanted, failed, ...given }) => {
  const [remote = '', name = ''] = widget.split('.');
  const mountWidget = await loadMount(remote, name, entry, vouch);
  if (!wanted()) throw new Error(`${widget} came too late`);

  store ??= createCartStore(knownCart, given.api);
  const { updateCart, ...cart } = store;
  const fallback = [...element.childNodes];
  const clear = (): void => {
    endRoots(element);
    element.replaceChildren(...fallback);
  };
  const context: MountContext = {
    ...given,
    cart,
    updateCart,
    contract: CONTRACT,
    // The remote has just been seen to have it.
    widget: widget as MountContext['widget'],
    options: { ...element.dataset },
    openOverlay,
    setState: (state) => {
      element.dataset['state'] = state;
    },
  };
  // Not at once: React is still at work when it says that it gave up.
  watchRoots(element, (error) =>
    queueMicrotask(() => {
      clear();
      failed(error);
    }),
  );
  try {
    const unmount = mountWidget(element, context);
    return () => {
      try {
        unmount();
      } finally {
        clear();
      }
    };
  } catch (error) {
    clear();
    throw error;
  }
};
