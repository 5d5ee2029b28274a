import type { Cart } from '@newsstand/contracts/cart';
import type { LoaderRegistry } from '@newsstand/contracts/registry';
import type { MountContext } from '@newsstand/contracts/widget';

/** A mount element of the page and what became of it. */
export type Place = {
  element: HTMLElement;
  /** `<remote>.<widget>` */
  widget: string;
  /** Takes the widget away; there as soon as the remote mounts, which is before anything is shown. */
  unmount?: (() => void) | undefined;
  /** The element left the page. */
  gone?: boolean;
};

/** What the loader hands over for one element. */
export type Ask = Pick<MountContext, 'api' | 'pageData' | 'intent'> & {
  place: Place;
  /** The builds as they were deployed. */
  registry: LoaderRegistry;
  /** Those are the builds that the page's address asked for. */
  isAsked?: boolean;
  /** The cart as the loader knows it. */
  knownCart(): Cart | null;
  /** By which the page's Content-Security-Policy knows what we add. */
  nonce: string;
  /** False once the watchdog gave up. */
  wanted(): boolean;
  /** Called when a widget breaks after it was shown: takes it away. */
  failed(error: unknown): void;
};
export type PlatformModule = { mount(ask: Ask): Promise<void> };
