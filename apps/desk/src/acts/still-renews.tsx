import type { RefundPlan } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import { Choice } from '../parts/filters.tsx';
import { date } from '../parts/words.ts';

export type Renewing = 'keep' | 'stop';
type Renews = RefundPlan['happens']['renews'];

/** Whether what else its reader has goes on renewing by itself; `renews`: what of it would. */
export const RenewingChoice = ({ value, renews, onChange }: { value: Renewing; renews: Renews; onChange: (value: Renewing) => void }) =>
  renews || value === 'stop' ? (
    <Choice
      label="What else they have"
      name="renewing"
      value={value}
      options={{ keep: 'Renews by itself as before', stop: 'Renews no more' }}
      onChange={(chosen) => onChange(chosen ?? 'keep')}
    />
  ) : null;

/** That renewing by itself stops as something ends, for whom, or goes on for what else they have. */
export const renewingLines = (renewal: boolean, renews: Renews, whose = ''): string[] => [
  ...(renewal ? [`Nothing ${whose}renews by itself any more.`] : []),
  ...(renews ? [`What else they have renews by itself: ${formatCents(renews.amount)}${whenOf(renews)}.`] : []),
];

const whenOf = ({ after, when }: NonNullable<Renews>): string =>
  after !== null ? `, 30 days after issue ${after}` : when === null ? '' : ` on ${date(when)}, of which a letter tells them`;
