import { ownPath } from '@newsstand/ui/messages';
import type { LastOrder } from '@newsstand/contracts/checkout';
import { keepsCookies } from '@newsstand/ui/keeps-cookies';
import { LinkButton } from '@newsstand/ui/link-button';
import { Notice } from '@newsstand/ui/notice';
import { Skeleton } from '@newsstand/ui/skeleton';
import { invoicePath, receiptPath } from '../routes-after.ts';
import type { T } from '../page-texts.ts';
import { buttonText } from './button-text.ts';
import type { CheckoutFlow } from './checkout-flow.ts';
import styles from './other-views.module.css';

/**
 * An empty cart shows the empty-cart message from config (section 2); over it, what became of the order that emptied
 * it, or why it cannot be kept.
 */
export const EmptyView = ({ lastOrder, t }: { lastOrder: LastOrder | null; t: T }) => (
  <div className={styles.empty}>
    <h1 className={styles.title}>{t('checkout.title')}</h1>
    {lastOrder && <LastOrderNotice order={lastOrder} t={t} />}
    {!keepsCookies() && <Notice kind="error">{t('checkout.no_cookie')}</Notice>}
    <p className={styles.text}>{t('checkout.empty_cart')}</p>
    <LinkButton href={ownPath('/store')}>{t('checkout.browse_store')}</LinkButton>
  </div>
);

const LastOrderNotice = ({ order, t }: { order: LastOrder; t: T }) =>
  order.status === 'completed' ? (
    <Notice kind="success" title={t('checkout.last_order_paid')}>
      <a href={receiptPath(order.receipt)}>{t('checkout.last_order_receipt')}</a>
    </Notice>
  ) : (
    <Notice kind="info" title={t('checkout.last_order_processing')}>
      <a href={invoicePath(order.invoice)}>{t('checkout.last_order_invoice')}</a>
    </Notice>
  );

/** A payment that was made before this page was loaded, on its way to its receipt. */
export const PendingView = ({ flow, t }: { flow: CheckoutFlow; t: T }) => (
  <div className={styles.empty}>
    <h1 className={styles.title}>{t('checkout.title')}</h1>
    <output className={styles.text}>{t(buttonText(flow, false))}</output>
    <Skeleton lines={3} />
  </div>
);
