import { useEffect, useEffectEvent } from 'react';
import { Drawer } from '@newsstand/ui/drawer';
import type { Widget } from '../widget.ts';
import { PanelView } from './panel-view.tsx';
import { useCartChanges } from './use-cart-changes.ts';

/**
 * The review panel as a drawer. The page has one overlay at a time: opening closes another, and another closes this
 * one.
 */
export const CartDrawer = ({ widget, open, onClose }: { widget: Widget; open: boolean; onClose(): void }) => {
  const { context, t } = widget;
  const changes = useCartChanges(widget);
  const close = useEffectEvent(onClose);
  useEffect(() => (open ? context.openOverlay(() => close()) : undefined), [open, context]);
  return (
    <Drawer title={t('checkout.cart')} open={open} onClose={onClose} closeLabel={t('checkout.close')}>
      <PanelView widget={widget} changes={changes} />
    </Drawer>
  );
};
