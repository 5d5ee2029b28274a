import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { stored } from '@newsstand/ui/stored';

const Choices = v.object({
  /** Section 4: the address on record is kept or changed. */
  address: v.optional(v.picklist(['keep', 'change'])),
  /** A guest who need not wants an account. */
  account: v.optional(v.boolean()),
  /** A gift is posted to its recipient. */
  posted: v.optional(v.boolean()),
  customer: v.optional(v.picklist(['use-card', 'add-card'])),
  save_card: v.optional(v.boolean()),
  autorenew: v.optional(v.boolean()),
});
/** What the reader has chosen beside what they typed; what is not there was left as the page offers it. */
export type Choices = v.InferOutput<typeof Choices>;

/**
 * Kept in the tab until the order is done, as what was typed is: who said that a subscription is not to renew must not
 * have to say it twice.
 */
export const keptChoices = stored(() => sessionStorage, 'newsstand:checkout-choices', Choices);

/** The choices, and the function that makes one. */
export const useChoices = (): [Choices, (choice: Choices) => void] => {
  const [choices, setChoices] = useState<Choices>(() => keptChoices.read() ?? {});
  useEffect(() => keptChoices.write(choices), [choices]);
  return [choices, (choice) => setChoices((before) => ({ ...before, ...choice }))];
};
