import * as client from 'react-dom/client';

type Listener = (error: unknown) => void;

const roots = new Map<Node, client.Root>();
const listeners = new Map<HTMLElement, Listener>();

/**
 * `react-dom/client` as remotes get it. An error that no boundary of a remote's caught empties its root, long after
 * `mount` returned, and only React knows of it: so the platform keeps an eye on each root.
 */
export const watchedClient: typeof client = {
  ...client,
  createRoot: (container, options) => {
    const root = client.createRoot(container, {
      ...options,
      onUncaughtError: (error, info) => {
        options?.onUncaughtError?.(error, info);
        for (const [element, listener] of listeners) if (element.contains(container)) listener(error);
      },
    });
    roots.set(container, root);
    return root;
  },
};

/** Calls `listener` when React gives up on a root inside `element`. */
export const watchRoots = (element: HTMLElement, listener: Listener): void => {
  listeners.set(element, listener);
};

/** Ends every root inside `element`, those too that a broken remote left behind. */
export const endRoots = (element: HTMLElement): void => {
  listeners.delete(element);
  for (const [container, root] of roots) {
    if (!element.contains(container)) continue;
    roots.delete(container);
    root.unmount();
  }
};
