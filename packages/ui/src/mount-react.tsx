import { Component, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type MountContext, NOT_SOLD } from '@newsstand/contracts/widget';
import { classes } from './classes.ts';
import { keepScriptUrl } from './script-url.ts';
import tokens from './tokens.module.css';

let mounted = 0;

/**
 * Puts a React tree into a mount element and returns what takes it away (conventions, Widgets). What the page had put
 * there as a fallback stays until the first content is ready, and comes back when the widget throws or goes. It has
 * a column of its own, and is arranged by its width (`@container`), unless it is shaped by another class, or by none:
 * what is ''-shaped, such as a button, is as wide as its words (`mount-in-line`: in a line of the page's).
 */
export const mountReact = (
  element: HTMLElement,
  context: Pick<MountContext, 'widget' | 'setState' | 'scriptUrl'>,
  node: ReactNode,
  shape = tokens.block,
): (() => void) => {
  keepScriptUrl(context.scriptUrl);
  const fallback = [...element.childNodes];
  const place = document.createElement('div');
  place.className = classes('newsstand-root', tokens.root, shape);

  const show = () => {
    element.replaceChildren(place);
    context.setState('loaded');
  };
  // Nothing happens while the fallback is still there: a link in it may have the focus.
  const restore = () => place.replaceWith(...fallback);
  const fail = (error: unknown) => {
    restore();
    element.toggleAttribute('data-kept', Object(error).name === NOT_SOLD);
    context.setState('failed', error);
  };

  mounted += 1;
  // No `Suspense` around it: a page that is a chunk of its own would have to wait for 300 ms after the fallback, as
  // React has it, where there is nothing to see instead. Without one React waits for the chunk, and shows what was
  // there until it has all of it. Several React roots share one page: without a prefix of their own, useId gives the
  // same ids to all of them.
  const root = createRoot(place, { identifierPrefix: `${context.widget.replaceAll('.', '-')}-${mounted}-` });
  root.render(
    <div>
      <Boundary onError={fail}>
        <Shown show={show} />
        {node}
      </Boundary>
    </div>,
  );

  return () => {
    root.unmount();
    restore();
  };
};

/**
 * Stands before the widget: its effect runs first, so that the widget's own effects (focus, showModal) find themselves
 * in the page.
 */
const Shown = ({ show }: { show: () => void }) => {
  useLayoutEffect(show, [show]);
  return null;
};

class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
