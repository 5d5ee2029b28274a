import { type DonationTier, tierOf } from '@newsstand/contracts/donation';
import { ChoiceCards } from '../choice-cards.tsx';
import type { T } from '../widget.ts';
import { formatDollars } from './format-dollars.ts';
import type { Giving } from './use-donation.ts';

type Props = { tiers: readonly DonationTier[]; giving: Giving; onChoose(dollars: number): void; t: T };

/** The named amounts; none is chosen while the amount is the reader's own. */
export const TierCards = ({ tiers, giving: { type, dollars }, onChoose, t }: Props) =>
  tiers.length > 0 && (
    <ChoiceCards
      legend={t('subscribe.tiers')}
      name="tier"
      across={2}
      size="large"
      value={tierOf([...tiers], type, dollars)?.name ?? null}
      onChange={(name) => {
        const tier = tiers.find((one) => one.name === name);
        if (tier) onChoose(tier[type] / 100);
      }}
      cards={tiers.map((tier) => {
        const amount = formatDollars(tier[type] / 100);
        return {
          value: tier.name,
          title: type === 'monthly' ? t('subscribe.a_month', { amount }) : t('subscribe.once', { amount }),
          name: tier.name,
          ...(tier.description !== undefined && { text: tier.description }),
        };
      })}
    />
  );
