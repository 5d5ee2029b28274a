import type { Deliverables } from '@newsstand/contracts/subscription';
import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import { deliverableName } from '../words.ts';
import type { T } from '../widget.ts';
import styles from './delivered.module.css';

/**
 * Section 4: when what was paid for and what is delivered differ, the first stands struck through beside the second.
 */
export const Delivered = ({ deliverables: { set, active }, t }: { deliverables: Deliverables; t: T }) =>
  set === active ? (
    deliverableName(active, t)
  ) : (
    <>
      <VisuallyHidden>{t('account.was_paid_for')} </VisuallyHidden>
      <del className={styles.set}>{deliverableName(set, t)}</del> <VisuallyHidden>{t('account.delivered_as')} </VisuallyHidden>
      {deliverableName(active, t)}
    </>
  );
