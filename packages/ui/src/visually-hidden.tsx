import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';
import { classes } from './classes.ts';

/** Said to those who listen, not shown to those who look. */
export const VisuallyHidden = ({ className, children, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={classes(styles.hidden, className)}>
    {children}
  </span>
);
