import { lazy, Suspense, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { Price } from '@newsstand/ui/price';
import { CartDrawer } from '../cart/cart-drawer.tsx';
import { useWidget } from '../widget.ts';
import { AddView } from './add-view.tsx';
import styles from './add.module.css';
import { issueHere } from './issue-here.ts';
import { notSold } from './not-sold.ts';
import { findOffer, type Offer } from './offer.ts';
import { readStorePage } from './read-store-page.ts';
import { useAdd } from './use-add.ts';

/** For who is logged in or has bought some, of issues that can be read on a screen. */
const HeldIssue = lazy(async () => ({ default: (await import(/* webpackChunkName: "held" */ './held-issue.tsx')).HeldIssue }));

/**
 * `checkout.add`: puts the thing that `data-item` and `data-ref` name into the cart, and shows the cart; without
 * `data-ref` it is the issue whose page this is. With `data-named` its button names the thing.
 */
export const Add = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const { item } = context.options;
  const page = usePageReader(readStorePage, context);
  const ref = context.options['ref'] ?? issueHere(page.issues ?? [], location.href)?.ref;
  const offer = findOffer(page, item, ref);
  // An element that names nothing we sell is the page's mistake: its fallback stays, and the page hears of it.
  if (!offer) throw notSold(`checkout.add: no ${ref ?? 'data-ref, nor an issue at this address'}`);
  const isIssue = item === 'digital-issue' || item === 'print-issue';
  const issue = isIssue && (page.account || page.held_issues) ? page.issues?.find((one) => one.ref === ref) : undefined;
  return (
    <AddOffer widget={widget} offer={offer} isReader={Boolean(page.account)} issue={isIssue && issue ? { slug: issue.slug, item } : null} />
  );
};

type AddProps = {
  widget: ReturnType<typeof useWidget>;
  offer: Offer;
  isReader: boolean;
  /** Which the reader may hold already. */
  issue: { slug: string; item: 'digital-issue' | 'print-issue' } | null;
};

const AddOffer = ({ widget, offer, isReader, issue }: AddProps) => {
  // What is being added, and the cart that is shown then, outlast the button: it gives way when it is known that the
  // reader holds the issue, and not before.
  const adding = useAdd(widget, offer);
  const [open, setOpen] = useState(false);
  const [held, setHeld] = useState(false);
  const { named = 'false' } = widget.context.options;
  const buy = (quiet: boolean) => (
    <div className={styles.add}>
      {offer.price !== null && (
        <p className={styles.price}>{offer.price === 0 ? widget.t('checkout.free_price') : <Price cents={offer.price} />}</p>
      )}
      <AddView offer={offer} adding={adding} t={widget.t} named={named !== 'false'} quiet={quiet} onAdded={() => setOpen(true)} />
    </div>
  );
  return (
    <>
      {!held && buy(false)}
      {issue && (
        <Suspense>
          <HeldIssue context={widget.context} {...issue} isReader={isReader} onKnown={setHeld} buy={buy} />
        </Suspense>
      )}
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};
