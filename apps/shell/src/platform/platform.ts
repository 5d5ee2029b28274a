import '@newsstand/build/reset.css';
import type { Cart } from '@newsstand/contracts/cart';
import { CONTRACT, type MountContext, WIDGET_ERROR } from '@newsstand/contracts/widget';
import type { PlatformModule } from './ask.ts';
import { createCartStore } from './cart-store.ts';
import type * as Later from './later.ts';
import { loadMount } from './load-mount.ts';
import { openOverlay } from './overlay.ts';
import { endRoots, watchRoots } from './roots.ts';
import { scriptUrl } from './script-url.ts';
import { unshadow } from './unshadow.ts';

unshadow();
// What no widget waits for. Where it does not come, readers miss little.
const later = new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
  .then((): Promise<typeof Later> => import(/* webpackIgnore: true */ './later.js'))
  .catch(() => null);

let store: ReturnType<typeof createCartStore> | undefined;

/**
 * Mounts one widget, and resolves when it has something to show: its own chunk or the page's data may be missing long
 * after the remote's `mount` returned. Whoever takes it away finds the fallback that the CMS put there.
 */
export const mount: PlatformModule['mount'] = async (ask) => {
  // Somebody looks at a build that is not the deployed one.
  if (!ask.isAsked && /[?&]widget=/.test(location.search))
    return (await import(/* webpackIgnore: true */ './override.js')).mountAsked(ask, mount);
  const { place, nonce, registry, knownCart, wanted, failed, ...given } = ask;
  const { element, widget } = place;
  const [remote = ''] = widget.split('.');
  const name = widget.slice(remote.length + 1);
  const mountWidget = await loadMount({ remote, build: registry.remotes[remote], nonce }, name);
  if (place.gone || !wanted()) throw new Error(`${widget} came too late`);

  store ??= beginStore(knownCart, given.api);
  const { updateCart, ...cart } = store;
  const fallback = [...element.childNodes];
  let unmount: (() => void) | undefined;
  place.unmount = () => {
    // First: a remote takes its root's container out of the element as it goes, and what kept it, with React's 140
    // listeners, would not know it again.
    endRoots(element);
    try {
      unmount?.();
    } catch (error) {
      reportError(error);
    }
    // A link in it may have the focus: what was never taken out is not put back.
    if (!holds(element, fallback)) element.replaceChildren(...fallback);
  };
  await new Promise<void>((shown, fail) => {
    let broken = fail;
    const context: MountContext = {
      ...given,
      cart,
      updateCart,
      contract: CONTRACT,
      // The remote has just been seen to have it.
      widget: widget as MountContext['widget'],
      options: { ...element.dataset },
      openOverlay,
      scriptUrl,
      setState: (state, error) => {
        element.dataset['state'] = state;
        broken = failed;
        shown();
        // It gave up by itself, now or long after it was shown, and may have words of its own for it.
        if (state === 'failed') document.dispatchEvent(new CustomEvent(WIDGET_ERROR, { detail: { widget, element, error, caught: true } }));
      },
    };
    // Not at once: React is still at work when it says that it gave up.
    watchRoots(element, (error) => queueMicrotask(() => broken(error)));
    unmount = mountWidget(element, context);
  });
};

const beginStore = (knownCart: () => Cart | null, api: string): ReturnType<typeof createCartStore> => {
  const begun = createCartStore(knownCart);
  void later.then((found) => found?.catchUpWithTabs(begun, api));
  return begun;
};

const holds = (element: HTMLElement, nodes: readonly Node[]): boolean =>
  element.childNodes.length === nodes.length && nodes.every((node) => node.parentNode === element);
