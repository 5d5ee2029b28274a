import { ownPath, withQuery } from '@newsstand/ui/messages';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { Field } from '@newsstand/ui/field';
import { RadioGroup } from '@newsstand/ui/radio-group';
import type { T } from '../page-texts.ts';
import { AddressFields } from './address-fields.tsx';
import { Block } from './block.tsx';
import type { FormProps } from './form-props.ts';
import note from './note.module.css';

type Props = FormProps & {
  shipping: ShippingConfig;
  /** The zone that the gift was priced for. */
  zone: Shipcode;
  posted: boolean;
  t: T;
  onPosted(posted: boolean): void;
};

/**
 * How a gift reaches its recipient: by a link that the purchaser passes on, or by post, for which their name and
 * address are needed (section 5).
 */
export const RecipientBlock = ({ form, errors, onChange, shipping, zone, posted, t, onPosted }: Props) => (
  <Block title={t('checkout.gift')}>
    <RadioGroup
      label={t('checkout.gift_way')}
      name="gifted"
      value={posted ? 'post' : 'link'}
      onChange={(way) => onPosted(way === 'post')}
      options={[
        { value: 'link', label: t('checkout.gift_link'), hint: t('checkout.gift_link_hint') },
        { value: 'post', label: t('checkout.gift_post'), hint: t('checkout.gift_post_hint') },
      ]}
    />
    {posted && (
      <>
        <Field
          label={t('checkout.recipient_name')}
          name="recipient_name"
          autoComplete="section-recipient name"
          required
          value={form.recipient_name}
          onChange={(value) => onChange('recipient_name', value)}
          error={errors['recipient_name']}
        />
        <p className={note.note}>
          {t('checkout.gift_zone', { zone: t(`checkout.zone_${zone}`) })}{' '}
          <a href={withQuery(ownPath('/subscribe'), { type: 'gift' })}>{t('checkout.gift_anew')}</a>
        </p>
        <AddressFields
          prefix="recipient_"
          form={form}
          errors={errors}
          onChange={onChange}
          shipping={shipping}
          countries={shipping[zone].countries}
          t={t}
        />
      </>
    )}
  </Block>
);
