import { type RefObject, useEffect, useState } from 'react';
import { type AddressPart, blankAddress, toAddressForm, type TypedAddress } from '@newsstand/contracts/address';
import type { CheckoutBody } from '@newsstand/contracts/checkout';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { mustChangeSettings, type Renewing, sameSettings } from '@newsstand/contracts/subscription';
import { ADDRESS_PLACES, addressProblems } from '../address/typed-address.ts';
import { codeToKeep, type KeptRenewal, keptRenewal } from '../builder/kept-choice.ts';
import { postedGoods } from '../builder/running-price.ts';
import { toCart } from '../builder/to-cart.ts';
import { PLACES } from '../builder/use-builder.ts';
import { type Choosing, offerOf, useChoice } from '../builder/use-choice.ts';
import { useKeptAddress } from '../address/use-kept-address.ts';
import { type How, type Paying, usePaying } from '../pay/use-paying.ts';
import { useSendMembership } from '../send-membership.ts';
import { required } from '../widget.ts';
import type { RenewWidget } from './messages.ts';
import { isAutorenewing, isSame, type Mode, resumeRenewal, startRenewal, type Subscriber } from './renewal.ts';

const ALL_PLACES = { ...PLACES, ...ADDRESS_PLACES };
const isAddressPart = (field: string): field is AddressPart => Object.hasOwn(ADDRESS_PLACES, field);

/** Holds what is chosen on the renewal page (section 4, renew), and orders it. */
export const useRenew = (widget: RenewWidget, renewing: Subscriber, form: RefObject<HTMLFormElement | null>) => {
  const { page, t } = widget;
  const account = required(page.account, 'account');
  const [{ of, before, start, mode: first }] = useState(() => openRenewal(widget, renewing, account.email));
  const [wish, setWish] = useState<Mode>(first);
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

  const { kept, keeps, isRefused, ...address } = useAddress(renewing.addresses[chosen.shipcode], before, paying);
  const { typed } = address;
  const posted = chosen.medium === 'print' || postedGoods(swag, chosen) > 0;
  const forced = mustChangeSettings(renewing, isRefused && kept === null);
  // A coupon may have changed the settings: then they are shown.
  const mode: Mode = forced || !isSame(chosen, renewing) ? 'change' : wish;

  const free = price.totals.total === 0;
  /** Where nothing is paid here, or nothing ends, nobody is asked. */
  const asksAutorenew = chosen.when === 'now' && !free && chosen.term !== 'lifetime';
  const { renews, ...autorenewing } = useAutorenew(renewing, before?.autorenew, asksAutorenew, paying);
  useKeptRenewal({
    kept: { of, code: codeToKeep(choice.couponField.coupon), chosen, mode: wish, keeps, typed, autorenew: renews },
    opened: { chosen: start.chosen, code: start.code, mode: first, keeps: true, typed: blankAddress, autorenew: undefined },
    resumed: before !== null,
    done: paying.status === 'completed' || later.sending.type === 'completed',
  });

  const to = { name: account.name, email: account.email, address: null, ...(posted && whereTo(kept, typed)) };
  const send = sendBy(widget, choice, { ...to, ...(asksAutorenew && { autorenew: autorenewing.autorenew }) });
  const order = () => {
    const { countries } = required(page.shipping, 'shipping')[chosen.shipcode];
    const problems = posted && !kept ? addressProblems(typed, countries) : {};
    if (Object.keys(problems).length > 0) paying.refuse(problems);
    else paying.submit(send, price.totals.total);
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
    ...address,
    keepsStored: kept !== null,
    free,
    asksAutorenew,
    ...autorenewing,
    submit: () => {
      if (choice.couponField.holds(form)) return;
      if (chosen.when === 'later') void later.send(toCart(chosen, swag, entered, result), 'later');
      else order();
    },
  };
};
export type Renew = ReturnType<typeof useRenew>;

/** How the page opens: as the link says, or as this reader left it in this tab before a reload. */
const openRenewal = (widget: RenewWidget, renewing: Subscriber, email: string) => {
  const options = required(widget.page.subscribe, 'subscribe options');
  const link = new URLSearchParams(location.search).get('code');
  const opened = startRenewal(renewing, link, options);
  // Another reader in this tab, and another link, begin anew.
  const of = `${email} ${link ?? ''}`;
  const kept = keptRenewal.read();
  const before = kept?.of === of ? kept : null;
  return { of, before, ...(before ? resumeRenewal(opened.start, before, options, offerOf(widget, 'renew')) : opened) };
};

/** Where it is posted: to the address on record, or to the one that is typed. */
const useAddress = (onRecord: Renewing['addresses'][Shipcode], before: KeptRenewal | null, paying: Paying) => {
  const [typed, setTyped] = useState(before?.typed ?? blankAddress);
  return {
    ...useKeptAddress({ onRecord, first: before?.keeps ?? true, paying, correct: setTyped }),
    typed,
    type: (field: AddressPart, value: string) => {
      paying.edited(field);
      setTyped((before) => ({ ...before, [field]: value }));
    },
    addressError: (field: string) => (isAddressPart(field) ? paying.errorOf(field) : undefined),
  };
};

/** Whether the subscription renews by itself: as it is now, unless the reader, who was asked, chose otherwise. */
const useAutorenew = (renewing: Subscriber, before: boolean | undefined, asks: boolean, { changed }: Paying) => {
  const [renews, setRenews] = useState(before);
  const isOn = isAutorenewing(renewing);
  const chooseAutorenew = (autorenew: boolean) => {
    setRenews(autorenew);
    changed();
  };
  return { renews, autorenew: asks ? (renews ?? isOn) : isOn, chooseAutorenew };
};

/** The address on record, with the name that goes with it, or else what is typed. */
const whereTo = (kept: Renewing['addresses'][Shipcode], typed: TypedAddress) =>
  kept ? { name: kept.name, address: toAddressForm(kept.address) } : { address: typed };

type Ordered = Pick<CheckoutBody, 'name' | 'email' | 'address' | 'autorenew'>;

/** Orders what is chosen. */
const sendBy =
  ({ api, readAgain }: RenewWidget, { chosen, swag, entered, result, price, couponField }: Choosing, ordered: Ordered) =>
  async ({ captcha, ...payment }: How) => {
    const { subscription, items, giftsubs, donation } = toCart(chosen, swag, entered, result);
    const { shipcode } = chosen;
    const form = { ...ordered, shipcode, ...payment, total: price.totals.total };
    const answer = await api('renew', { query: { captcha }, body: { cart: { subscription, items, giftsubs, donation }, form, shipcode } });
    // Prices, stock or the coupon changed meanwhile: the page shows what is so now, and the reader confirms it.
    if (!answer.ok && answer.status === 409) await Promise.all([readAgain('renew'), couponField.lookAgain()]);
    return answer;
  };

type Keeping = {
  kept: KeptRenewal;
  /** What the page opened with: whoever changed nothing of it leaves nothing behind. */
  opened: Omit<KeptRenewal, 'of'>;
  /** The page opened with what was kept before. */
  resumed: boolean;
  done: boolean;
};

/** Keeps in the tab what is chosen and typed, until it is ordered. */
const useKeptRenewal = ({ kept: { of, code, chosen, mode, keeps, typed, autorenew }, opened, resumed, done }: Keeping) => {
  const touched =
    chosen !== opened.chosen ||
    (code ?? '') !== opened.code ||
    mode !== opened.mode ||
    keeps !== opened.keeps ||
    typed !== opened.typed ||
    autorenew !== opened.autorenew;
  const keep = !done && (touched || resumed);
  useEffect(() => {
    if (keep) keptRenewal.write({ of, code, chosen, mode, keeps, typed, autorenew });
    else keptRenewal.clear();
  }, [of, code, chosen, mode, keeps, typed, autorenew, keep]);
};
