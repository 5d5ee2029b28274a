type Listener = (event: never) => void;

/** The `on`, `once` and `off` of Stripe's elements. */
export function createListeners() {
  const listeners = new Map<string, Set<Listener>>();

  function on(type: string, listener: Listener): void {
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  }
  function off(type: string, listener?: Listener): void {
    if (listener) listeners.get(type)?.delete(listener);
    else listeners.delete(type);
  }
  function once(type: string, listener: (event: unknown) => void): void {
    const first = (event: unknown) => {
      off(type, first);
      listener(event);
    };
    on(type, first);
  }
  function emit(type: string, event: object = {}): void {
    for (const listener of listeners.get(type) ?? []) Reflect.apply(listener, undefined, [{ elementType: 'payment', ...event }]);
  }
  return { on, once, off, emit };
}
