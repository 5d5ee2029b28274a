import { LinkButton } from '@newsstand/ui/link-button';
import { Skeleton } from '@newsstand/ui/skeleton';
import { STORE } from '../routes.ts';
import type { T } from '../page-texts.ts';
import { buttonText } from './button-text.ts';
import type { CheckoutFlow } from './checkout-flow.ts';
import styles from './other-views.module.css';

/** An empty cart shows the empty-cart message from config (section 2). */
export const EmptyView = ({ t }: { t: T }) => (
  <div className={styles.empty}>
    <h1 className={styles.title}>{t('checkout.title')}</h1>
    <p className={styles.text}>{t('checkout.empty_cart')}</p>
    <LinkButton href={STORE}>{t('checkout.browse_store')}</LinkButton>
  </div>
);

/** A payment that was made before this page was loaded, on its way to its receipt. */
export const PendingView = ({ flow, t }: { flow: CheckoutFlow; t: T }) => (
  <div className={styles.empty}>
    <h1 className={styles.title}>{t('checkout.title')}</h1>
    <output className={styles.text}>{t(buttonText(flow, false))}</output>
    <Skeleton lines={3} />
  </div>
);
