import { type RefObject, useEffect, useState } from 'react';
import { type AddressPart, blankAddress, toAddressForm } from '@newsstand/contracts/address';
import { mustChangeSettings, sameSettings } from '@newsstand/contracts/subscription';
import { ADDRESS_PLACES, addressProblems } from '../address/typed-address.ts';
import { codeToKeep, keptRenewal } from '../builder/kept-choice.ts';
import { postedGoods } from '../builder/running-price.ts';
import { toCart } from '../builder/to-cart.ts';
import { PLACES } from '../builder/use-builder.ts';
import { offerOf, useChoice } from '../builder/use-choice.ts';
import { usePayment } from '../pay/use-payment.ts';
import { useSendMembership } from '../send-membership.ts';
import { required } from '../widget.ts';
import type { RenewWidget } from './messages.ts';
import { isAutorenewing, isSame, type Mode, resumeRenewal, startRenewal, type Subscriber } from './renewal.ts';

const ALL_PLACES = { ...PLACES, ...ADDRESS_PLACES };
const isAddressPart = (field: string): field is AddressPart => Object.hasOwn(ADDRESS_PLACES, field);

/** Holds what is chosen on the renewal page (section 4, renew), and orders it. */
export const useRenew = (widget: RenewWidget, renewing: Subscriber, form: RefObject<HTMLFormElement | null>) => {
  const { api, page, t, readAgain } = widget;
  const options = required(page.subscribe, 'subscribe options');
  const account = required(page.account, 'account');
  const [{ of, before, start, mode: first }] = useState(() => {
    const link = new URLSearchParams(location.search).get('code');
    const opened = startRenewal(renewing, link, options);
    // Another reader in this tab, and another link, begin anew.
    const of = `${account.email} ${link ?? ''}`;
    const kept = keptRenewal.read();
    const before = kept?.of === of ? kept : null;
    return { of, before, ...(before ? resumeRenewal(opened.start, before, options, offerOf(widget, 'renew')) : opened) };
  });
  const [wish, setWish] = useState<Mode>(first);
  const [keeps, setKeeps] = useState(before?.keeps ?? true);
  const [typed, setTyped] = useState(before?.typed ?? blankAddress);
  const [renews, setRenews] = useState(before?.autorenew);
  const failed = t('subscribe.order_failed', { support_address: page.publication.support_address });
  const paying = usePayment({ widget, form, places: ALL_PLACES, failed, paid: 'renewal' });
  const later = useSendMembership({ widget, form, places: ALL_PLACES, failed });
  const choice = useChoice({
    widget,
    page: 'renew',
    start,
    changed: () => {
      paying.changed();
      later.changed();
    },
    errorOf: (field) => paying.errorOf(field) ?? later.errorOf(field),
  });
  const { chosen, choose, swag, entered, result, price } = choice;

  /** Which address the server refused: the one on record, or what was typed. */
  const [refused, setRefused] = useState<'stored' | 'typed' | null>(null);
  const isRefused = paying.problem?.type === 'shown' && Object.keys(ADDRESS_PLACES).some((field) => paying.errorOf(field) !== undefined);
  if (refused === null && isRefused) {
    const sent = renewing.addresses[chosen.shipcode];
    setRefused(sent && keeps ? 'stored' : 'typed');
    // What was refused is corrected, not typed anew.
    if (sent && keeps) setTyped(toAddressForm(sent.address));
  }
  const stored = refused === 'stored' ? null : renewing.addresses[chosen.shipcode];
  const posted = chosen.medium === 'print' || postedGoods(swag, chosen) > 0;
  const keepsStored = stored !== null && keeps;
  const forced = mustChangeSettings(renewing, refused !== null && !keepsStored);
  // A coupon may have changed the settings: then they are shown.
  const mode: Mode = forced || !isSame(chosen, renewing) ? 'change' : wish;

  const code = codeToKeep(choice.couponField.coupon);
  const touched =
    chosen !== start.chosen || (code ?? '') !== start.code || wish !== first || !keeps || typed !== blankAddress || renews !== undefined;
  const done = paying.status === 'completed' || later.sending.type === 'completed';
  const keep = !done && (touched || before !== null);
  useEffect(() => {
    if (keep) keptRenewal.write({ of, code, chosen, mode: wish, keeps, typed, autorenew: renews });
    else keptRenewal.clear();
  }, [of, code, chosen, wish, keeps, typed, renews, keep]);

  const free = price.totals.total === 0;
  const isOn = isAutorenewing(renewing);
  const autorenew = renews ?? isOn;
  /** Where nothing is paid here, or nothing ends, nobody is asked. */
  const asksAutorenew = chosen.when === 'now' && !free && chosen.term !== 'lifetime';

  const order = () => {
    const address = !posted ? null : keepsStored ? toAddressForm(stored.address) : typed;
    const name = posted && keepsStored ? stored.name : account.name;
    const { subscription, items, giftsubs, donation } = toCart(chosen, swag, entered, result);
    const total = price.totals.total;
    const problems = posted && !keepsStored ? addressProblems(typed, required(page.shipping, 'shipping')[chosen.shipcode].countries) : {};
    if (Object.keys(problems).length > 0) return paying.refuse(problems);
    paying.submit(async ({ captcha, invoice, customer }) => {
      const answer = await api('renew', {
        query: { captcha },
        body: {
          cart: { subscription, items, giftsubs, donation },
          form: {
            name,
            email: account.email,
            address,
            shipcode: chosen.shipcode,
            invoice,
            customer,
            total,
            ...(asksAutorenew && { autorenew }),
          },
          shipcode: chosen.shipcode,
        },
      });
      // Prices, stock or the coupon changed meanwhile: the page shows what is so now, and the reader confirms it.
      if (!answer.ok && answer.status === 409) await Promise.all([readAgain('renew'), choice.couponField.lookAgain()]);
      return answer;
    }, total);
  };

  return {
    ...choice,
    account,
    renewing,
    paying,
    later,
    failed,
    mode,
    forced,
    chooseMode: (next: Mode) => {
      setWish(next);
      if (next === 'same') choose(sameSettings(renewing.subscription, renewing.zone));
    },
    posted,
    stored,
    keepsStored,
    chooseKeep: (keep: boolean) => {
      setKeeps(keep);
      paying.changed();
    },
    typed,
    type: (field: AddressPart, value: string) => {
      paying.mended(field);
      setTyped((before) => ({ ...before, [field]: value }));
    },
    addressError: (field: string) => (isAddressPart(field) ? paying.errorOf(field) : undefined),
    free,
    asksAutorenew,
    autorenew: asksAutorenew ? autorenew : isOn,
    chooseAutorenew: (autorenew: boolean) => {
      setRenews(autorenew);
      paying.changed();
    },
    submit: () => (chosen.when === 'later' ? void later.send(toCart(chosen, swag, entered, result), 'later') : order()),
  };
};
export type Renew = ReturnType<typeof useRenew>;
