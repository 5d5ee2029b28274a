import { type Cart, cartCount } from '@newsstand/contracts/cart';
import { UPDATE_CART, type UpdateCart } from '@newsstand/contracts/update-cart';
import { getJson, inlined } from './page-data.ts';
import { parsed } from './script.ts';

let cart: Cart | null = null;

/** The reader's cart, as far as this page knows it. The platform's store, which widgets share, begins with it. */
export const knownCart = (): Cart | null => cart;

/** `<version> <count>` of the reader's own last cart: what a counter shows until the truth is there. */
const SNAPSHOT = 'newsstand-cart';

/**
 * Writes the count into the counters of the CMS's own header. Always, even for an empty cart: the page may have been cached
 * with another reader's number in it.
 */
export const paintCount = (): void => {
  const [, count = 0] = snapshot();
  for (const element of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    const text = String(count || '');
    element.dataset['cartCount'] = String(count);
    // Only when it differs: the page is watched for changes, and this is one.
    if (element.textContent !== text) element.textContent = text;
  }
};

export const startCart = (): void => {
  document.addEventListener(UPDATE_CART, (event) => {
    if (event instanceof CustomEvent) learn(event.detail);
  });
  // Another tab changed the cart, or the page came back from the browser's memory, where it missed what others did.
  addEventListener('storage', paintCount);
  addEventListener('pageshow', (event) => {
    paintCount();
    if (event.persisted && cart) readCart();
  });
  void learnFromPage();
};

const learnFromPage = async (): Promise<void> => {
  await parsed;
  const detail = { v: 1, cart: Object(inlined()).cart };
  const [version = 0, count] = snapshot();
  // An inlined cart older than the reader's own came out of a cache. A reader who never had a cart costs no request.
  if (isUpdate(detail) && detail.cart.version >= version) say(detail);
  else if (count) (globalThis.requestIdleCallback ?? setTimeout)(readCart);
};

/** When the API does not answer, the snapshot stays: the next widget or page asks again. */
const readCart = (): void => {
  getJson('/api/cart').then(
    (truth) => say({ v: 1, cart: truth }),
    () => undefined,
  );
};

const say = (detail: unknown): void => {
  document.dispatchEvent(new CustomEvent(UPDATE_CART, { detail }));
};

const learn = (detail: unknown): void => {
  if (!isUpdate(detail)) return;
  cart = detail.cart;
  try {
    localStorage.setItem(SNAPSHOT, cart.version + ' ' + cartCount(cart));
  } catch {
    // Without storage every page starts from the truth.
  }
  paintCount();
};

// A whole parser would weigh more than the loader: these are the parts that it reads itself. Remotes parse what they use.
const isUpdate = (detail: unknown): detail is UpdateCart => {
  const { v, cart: found } = Object(detail);
  return v === 1 && Array.isArray(found?.items) && Array.isArray(found.giftsubs);
};

const snapshot = (): number[] => {
  try {
    return (localStorage.getItem(SNAPSHOT) ?? '').split(' ').map(Number);
  } catch {
    // Storage may be forbidden; then the count waits for the truth.
    return cart ? [cart.version, cartCount(cart)] : [];
  }
};
