import type { MountContext } from '@newsstand/contracts/widget';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './button.module.css';

declare global {
  // Every React that ran on the page: there must be one.
  var reacts: Set<unknown> | undefined;
}

/** The smallest widget: it counts, shows the cart's version, and notes which React it runs on. */
export const Button = ({ label, context }: { label: string; context: MountContext }) => {
  const [count, setCount] = useState(0);
  const version = useSyncExternalStore(context.cart.subscribe, () => context.cart.getState().cart?.version);
  useEffect(() => {
    (globalThis.reacts ??= new Set()).add(useState);
    context.setState('loaded');
    performance.mark('widget');
  }, [context]);
  if (context.options['fail'] === 'render') throw new Error('fails to render');
  return (
    <div className="newsstand-root">
      <button type="button" className={styles['button']} data-version={version} onClick={() => setCount(count + 1)}>
        {label}: {count}
        {context.intent ? ' (asked for)' : ''}
      </button>
    </div>
  );
};
