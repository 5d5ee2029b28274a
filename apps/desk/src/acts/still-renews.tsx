import type { RefundPlan } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import { Choice } from '../parts/filters.tsx';
import { date } from '../parts/words.ts';

export type Renewing = 'keep' | 'stop';
type Renews = RefundPlan['happens']['renews'];

/** Whether what else its reader pays for goes on renewing by itself; `renews`: what of it would. */
export const RenewingChoice = ({ value, renews, onChange }: { value: Renewing; renews: Renews; onChange: (value: Renewing) => void }) =>
  renews || value === 'stop' ? (
    <Choice
      label="What else they pay for"
      name="renewing"
      value={value}
      options={{ keep: 'Renews by itself as before', stop: 'Renews no more' }}
      onChange={(chosen) => onChange(chosen ?? 'keep')}
    />
  ) : null;

/** That renewing by itself stops as something ends, or for what else they pay for goes on. */
export const renewingLines = (renewal: boolean, renews: Renews): string[] => [
  ...(renewal ? ['Nothing renews by itself any more.'] : []),
  ...(renews ? [`What else they pay for renews by itself: ${formatCents(renews.amount)}${whenOf(renews)}.`] : []),
];

const whenOf = ({ after, when }: NonNullable<Renews>): string =>
  after !== null ? `, 30 days after issue ${after}` : when === null ? '' : ` on ${date(when)}, of which a letter tells them`;
