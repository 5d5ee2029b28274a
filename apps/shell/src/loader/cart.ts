import type { Cart } from '@newsstand/contracts/cart';
import { cartCount } from '@newsstand/contracts/cart-count';
import { UPDATE_CART, type UpdateCart } from '@newsstand/contracts/update-cart';
import { getJson, inlined } from './page-data.ts';
import { places } from './places.ts';
import { whenIdle, stored, dispatch } from './browser.ts';

declare global {
  interface DocumentEventMap {
    'update-cart': CustomEvent<unknown>;
  }
}

/** The reader's cart, as far as this page knows it. The platform's store, which widgets share, begins with it. */
export let cart: Cart | null = null;

const SNAPSHOT = 'newsstand-cart';
/** `<version> <count>` of the reader's own last cart: what a counter shows until the truth is there. */
let snapshot = '';

/**
 * Writes the count into the counters of the CMS's own header. Always, even for an empty cart: the page may have been
 * cached with another reader's number in it.
 */
export const paintCount = (): void => {
  // Who is logged in is the API's to know: its cookie says no more than that somebody is. An element of an author's may
  // have that name.
  document.querySelector('html')?.toggleAttribute('data-newsstand-reader', /newsstand-reader=1/.test(document.cookie));
  const [, count = 0] = recall();
  // Those in a widget of ours. Themes and shops have counters of their own by this name, in widgets of theirs too.
  for (const place of places.keys()) {
    for (const element of place.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      const text = `${count || ''}`;
      element.dataset['cartCount'] = `${count}`;
      // Only when it differs: the page is watched for changes, and this is one.
      if (element.textContent !== text) element.textContent = text;
    }
  }
};

export const startCart = (): void => {
  document.addEventListener(UPDATE_CART, learn);
  // Another tab changed the cart, or the page came back from the browser's memory, where it missed what others did.
  addEventListener('storage', paintCount);
  addEventListener('pageshow', paintCount);
  void learnFromPage();
};

const learnFromPage = async (): Promise<void> => {
  const { cart: found } = await inlined();
  const [version = 0, count] = recall();
  // An inlined cart older than the reader's own came out of a cache. A reader who never had a cart costs no request.
  if (found?.version >= version) tell(found);
  // When the API does not answer, the snapshot stays: the next widget or page asks again.
  else if (count) whenIdle(() => getJson('/api/cart').then(tell, () => 0));
};

const tell = (truth: unknown): unknown => dispatch(UPDATE_CART, { v: 1, cart: truth });

const learn = ({ detail }: CustomEvent<unknown>): void => {
  if (!isUpdate(detail)) return;
  cart = detail.cart;
  snapshot = cart.version + ' ' + cartCount(cart);
  try {
    localStorage.setItem(SNAPSHOT, snapshot);
  } catch {
    // Without storage every page starts from the truth.
  }
  paintCount();
};

// A whole parser would weigh more than the loader: these are the parts that it reads itself. Remotes parse what they
// use.
const isUpdate = (detail: unknown): detail is UpdateCart => {
  const { v, cart: found } = Object(detail);
  return v === 1 && Array.isArray(found?.items) && Array.isArray(found.giftsubs);
};

const recall = (): number[] => {
  // Storage may be forbidden: what this page learned is all there is.
  snapshot = stored(SNAPSHOT) ?? snapshot;
  return snapshot.split(' ').map(Number);
};
