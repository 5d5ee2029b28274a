import { type RefObject, useEffect, useState } from 'react';
import { type AddressPart, blankAddress, toAddressForm } from '@newsstand/contracts/address';
import { mustChangeSettings, sameSettings } from '@newsstand/contracts/subscription';
import { ADDRESS_PLACES, addressProblems } from '../address/typed-address.ts';
import { codeToKeep, keptRenewal } from '../builder/kept-choice.ts';
import { postedGoods } from '../builder/running-price.ts';
import { toCart } from '../builder/to-cart.ts';
import { PLACES } from '../builder/use-builder.ts';
import { offerOf, useChoice } from '../builder/use-choice.ts';
import { useKeptAddress } from '../address/use-kept-address.ts';
import { type How, usePaying } from '../pay/use-paying.ts';
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
  const [typed, setTyped] = useState(before?.typed ?? blankAddress);
  const [renews, setRenews] = useState(before?.autorenew);
  const failed = t('subscribe.order_failed', { support_address: page.publication.support_address });
  const paying = usePaying({ widget, form, places: ALL_PLACES, paid: 'renewal' });
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

  const onRecord = renewing.addresses[chosen.shipcode];
  const address = useKeptAddress({ onRecord, first: before?.keeps ?? true, paying, correct: setTyped });
  const { stored, kept, keeps } = address;
  const posted = chosen.medium === 'print' || postedGoods(swag, chosen) > 0;
  const forced = mustChangeSettings(renewing, address.isRefused && kept === null);
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

  const { total } = price.totals;
  const send = async ({ captcha, invoice, customer }: How) => {
    const { subscription, items, giftsubs, donation } = toCart(chosen, swag, entered, result);
    const { shipcode } = chosen;
    const form = {
      name: posted && kept ? kept.name : account.name,
      email: account.email,
      address: !posted ? null : kept ? toAddressForm(kept.address) : typed,
      shipcode,
      invoice,
      customer,
      total,
      ...(asksAutorenew && { autorenew }),
    };
    const answer = await api('renew', { query: { captcha }, body: { cart: { subscription, items, giftsubs, donation }, form, shipcode } });
    // Prices, stock or the coupon changed meanwhile: the page shows what is so now, and the reader confirms it.
    if (!answer.ok && answer.status === 409) await Promise.all([readAgain('renew'), choice.couponField.lookAgain()]);
    return answer;
  };
  const order = () => {
    const { countries } = required(page.shipping, 'shipping')[chosen.shipcode];
    const problems = posted && !kept ? addressProblems(typed, countries) : {};
    if (Object.keys(problems).length > 0) paying.refuse(problems);
    else paying.submit(send, total);
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
    keepsStored: kept !== null,
    chooseKeep: address.chooseKeep,
    typed,
    type: (field: AddressPart, value: string) => {
      paying.edited(field);
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
