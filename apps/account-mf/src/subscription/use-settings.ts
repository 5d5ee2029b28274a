import { useState } from 'react';
import type { Address, TypedAddress } from '@newsstand/contracts/address';
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { upgradeTo } from '@newsstand/contracts/upgrade';
import type { SubscriptionSettings } from '@newsstand/contracts/upgrade-endpoints';
import { startAddress } from '../address/address-form.ts';
import { type Known, required } from '../widget.ts';

/** What is chosen of one subscription: how it is delivered, at which rate, and where to. */
export const useSettings = ({ page }: Known, { upgrade: { subscription, options }, subscriber }: SubscriptionSettings) => {
  const shipping = required(page.shipping, 'shipping');
  const [deliverable, chooseDeliverable] = useState<Deliverable>(subscription.deliverables.active);
  const [level, chooseLevel] = useState<Level>(subscription.settings.level);
  const [addressMode, chooseAddressMode] = useState<'keep' | 'change'>('keep');
  const [drafts, setDrafts] = useState<Partial<Record<Shipcode, TypedAddress>>>({});

  const upgrade = upgradeTo(options, subscription, { deliverable, level });
  const zone = shipcodeOf(deliverable);
  const addressOn = (each: Shipcode): Address | null => subscriber.addresses[each];
  /** Another address for the same settings is a change, too: a plain submit. */
  const isAddressTyped = zone !== null && (addressOn(zone) === null || addressMode === 'change');
  const draftOf = (each: Shipcode): TypedAddress => drafts[each] ?? startAddress(addressOn(each), shipping, each);
  return {
    deliverable,
    level,
    upgrade,
    /** In cents. */
    total: upgrade.type === 'payable' ? upgrade.amount : 0,
    zone,
    addressMode,
    isAddressTyped,
    /** The address that is typed, if one is. */
    address: isAddressTyped ? draftOf(zone) : null,
    isChange: upgrade.type !== 'unchanged' || isAddressTyped,
    addressOn,
    draftOf,
    chooseDeliverable,
    chooseLevel,
    chooseAddressMode,
    typeAddress: (each: Shipcode, typed: TypedAddress) => setDrafts({ ...drafts, [each]: typed }),
  };
};
export type Settings = ReturnType<typeof useSettings>;
