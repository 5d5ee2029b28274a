import type { ReactNode } from 'react';
import styles from './line.module.css';
import { mountReact } from './mount-react.tsx';

/**
 * `mountReact` for what stands among words of the page's, such as those of its header: nothing of the page moves for
 * it. It is in their line, in their letters, and no narrower than the link that was there: 'Account' leaves its room to
 * 'Log in'.
 */
export const mountInLine = (element: HTMLElement, context: Parameters<typeof mountReact>[1], node: ReactNode): (() => void) => {
  const width = element.querySelector('a')?.getBoundingClientRect().width;
  const room = <div data-float="" style={{ width, maxWidth: '100%' }} />;
  return mountReact(
    element,
    context,
    <>
      {node}
      {room}
    </>,
    styles.line,
  );
};
