import type { ComponentProps } from 'react';
import type { ButtonKind } from './button.tsx';
import styles from './button.module.css';
import { classes } from './classes.ts';

type Props = ComponentProps<'a'> & { href: string; kind?: ButtonKind };

/** A link that looks like a button: it goes somewhere, so it stays a link. */
export const LinkButton = ({ kind = 'primary', className, children, ...rest }: Props) => (
  <a {...rest} className={classes(styles.button, styles[kind], className)}>
    {children}
  </a>
);
