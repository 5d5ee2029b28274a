import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './drawer.module.css';

type Props = { title: ReactNode; open: boolean; onClose: () => void; children: ReactNode; closeLabel?: string };

/** A panel at the side of the page; on a phone it fills the screen. */
export const Drawer = (props: Props) => <Dialog {...props} closeOnBackdrop className={styles.drawer} />;
