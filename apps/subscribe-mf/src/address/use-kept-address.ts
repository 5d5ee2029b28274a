import { useState } from 'react';
import { ADDRESS_PARTS, toAddressForm, type TypedAddress } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Renewing } from '@newsstand/contracts/subscription';
import type { Paying } from '../pay/use-paying.ts';

type Options = {
  /** The address on record for the zone, if there is one. */
  onRecord: Renewing['addresses'][Shipcode];
  /** Whether it is kept to begin with. */
  first: boolean;
  paying: Paying;
  /** What was refused is corrected, not typed anew. */
  correct(address: TypedAddress): void;
};

/** Keep Address or Change Address (section 4): the one on record, until the server refuses it. */
export const useKeptAddress = ({ onRecord, first, paying: { problem, errorOf, changed }, correct }: Options) => {
  const [keeps, setKeeps] = useState(first);
  const [refused, setRefused] = useState<'stored' | 'typed' | null>(null);
  const sent = onRecord && keeps ? 'stored' : 'typed';
  const isWrong = problem !== null && problem.type !== 'unfilled' && ADDRESS_PARTS.some((part) => errorOf(part) !== undefined);
  if (isWrong && refused !== 'stored' && refused !== sent) {
    setRefused(sent);
    if (onRecord && keeps) correct(toAddressForm(onRecord.address));
  }
  const stored = refused === 'stored' ? null : onRecord;
  return {
    keeps,
    stored,
    /** The one on record, where it shall go there. */
    kept: keeps ? stored : null,
    isRefused: refused !== null,
    chooseKeep: (keep: boolean) => {
      setKeeps(keep);
      changed();
    },
  };
};
