import type { AccountAddresses } from '@newsstand/contracts/account';
import { addressLines } from '@newsstand/contracts/address';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { ChangeLink } from '../parts.tsx';
import { deletePath } from '../routes.ts';
import type { Known } from '../widget.ts';
import styles from './saved-addresses.module.css';

/**
 * Up to three addresses, one for each category; each can be deleted unless a subscription requires it (sections 2 and
 * 5).
 */
export const SavedAddresses = ({ kept, widget: { t, subscriber, viewOnly } }: { kept: AccountAddresses; widget: Known }) => {
  const zones = SHIPCODES.filter((zone) => kept.addresses[zone] !== null);
  if (zones.length === 0) return <p>{t('account.no_address_on_record')}</p>;
  return (
    <ul className={styles.addresses}>
      {zones.map((zone) => {
        const address = kept.addresses[zone];
        const name = t(`account.zone_${zone}`);
        return (
          <li key={zone} className={styles.saved}>
            <h3 className={styles.zone}>{name}</h3>
            <address className={styles.address}>
              {address &&
                addressLines(address).map((line) => (
                  <span key={line} className={styles.line}>
                    {line}
                  </span>
                ))}
            </address>
            {!subscriber.timetable.address_removable[zone] && <p className={styles.note}>{t('account.address_in_use')}</p>}
            {subscriber.timetable.address_removable[zone] && !viewOnly && (
              <p>
                <ChangeLink href={deletePath(`ship-${zone}`)} about={t('account.address_delete_of', { zone: name })}>
                  {t('account.delete')}
                </ChangeLink>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
};
