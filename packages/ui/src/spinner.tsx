import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './spinner.module.css';

/** Something is on its way. Without a label it is decoration, and the text beside it says so. */
export const Spinner = ({ label }: { label?: string }) => (
  <span className={styles.spinner} role={label ? 'status' : undefined} aria-hidden={label ? undefined : true}>
    {/* data-float: the reset is important, and important declarations beat animations. */}
    <span className={styles.ring} data-float="" />
    {label && <VisuallyHidden>{label}</VisuallyHidden>}
  </span>
);
