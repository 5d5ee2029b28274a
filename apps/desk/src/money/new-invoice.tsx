import { ADDRESS_TEXTS, blankAddress, type AddressPart, type TypedAddress } from '@newsstand/contracts/address';
import { Level, Medium, Term } from '@newsstand/contracts/cart';
import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { InvoiceWritten, WriteInvoice } from '@newsstand/contracts/desk-invoices';
import { NET_DAYS } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { AddressFields } from '@newsstand/ui/address-fields';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { selectBoxTexts } from '@newsstand/ui/select-box';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { MAYBE_DONE } from '../acts/act-dialog.tsx';
import { call, CallError, isRefusal } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice, Count, Words } from '../parts/filters.tsx';
import { useSignedIn } from '../session/session.tsx';
import { Heading, Part } from '../parts/page-parts.tsx';
import { date, termName } from '../parts/words.ts';

type Wish = Omit<WriteInvoice, 'action'>;
const BLANK: Wish = {
  billed_to: '',
  name: '',
  email: '',
  email_to: '',
  address: null,
  term: NET_DAYS,
  accepted_payments: 'any',
  reference: '',
  membership: null,
  goods: [],
};

const named = <Word extends string>(words: readonly Word[], name: (word: Word) => string = (word) => word) =>
  Object.fromEntries(words.map((word) => [word, name(word)])) as Record<Word, string>;

/** An invoice for who pays later: priced first, and then written and mailed. */
export function NewInvoice() {
  const client = useQueryClient();
  const zones = useQuery({ queryKey: ['zones'], queryFn: () => call(readersEndpoints.deskZones), staleTime: Infinity });
  const goods = useQuery({ queryKey: ['invoice-goods'], queryFn: () => call(moneyEndpoints.deskInvoiceGoods), staleTime: Infinity });
  const [wish, setWish] = useState<Wish>(BLANK);
  const [typed, setTyped] = useState<TypedAddress>(blankAddress);
  // Asked again after a failure it is the same action; another invoice is another one.
  const action = useRef(crypto.randomUUID());
  const body: Wish = { ...wish, address: typed.line1 === '' && typed.city === '' ? null : typed };
  const ask = (dry: boolean) =>
    call(moneyEndpoints.deskWriteInvoice, { query: dry ? { dry: '' } : {}, body: { action: action.current, ...body } });
  const price = useMutation({ mutationFn: () => ask(true) });
  const write = useMutation({
    mutationFn: () => ask(false),
    onSuccess: () => {
      action.current = crypto.randomUUID();
      return client.invalidateQueries({ queryKey: ['invoices'] });
    },
  });
  const change = (what: Partial<Wish>) => {
    setWish({ ...wish, ...what });
    price.reset();
    write.reset();
  };
  const another = () => {
    setTyped(blankAddress);
    change(BLANK);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    price.mutate();
  };
  const error = write.error ?? price.error;
  const errors = error instanceof CallError && typeof error.errors !== 'string' ? error.errors : {};
  const word = (field: 'billed_to' | 'name' | 'email' | 'email_to' | 'reference', label: string) => (
    <Words label={label} value={wish[field] ?? ''} error={errors[field]} onChange={(value) => change({ [field]: value })} />
  );
  if (write.data?.number) return <Written number={write.data.number} written={write.data} onAnother={another} />;
  return (
    <>
      <Heading text="Write an invoice" />
      <form onSubmit={submit} noValidate className={styles['invoice']}>
        <Part title="For whom">
          <div className={styles['pair']}>
            {word('billed_to', 'Billed to')}
            {word('name', 'Person it speaks to')}
            {word('email', 'E-mail of that person, whose account it is for')}
            {word('email_to', 'E-mail of the accounts department, if it goes there')}
            {word('reference', 'Reference, such as their purchase order')}
            <Count label="Days until it is due" value={wish.term} error={errors['term']} onChange={(term) => change({ term })} />
            <Choice
              label="Can be paid"
              value={wish.accepted_payments}
              options={{ any: 'By card, check or wire', 'check-or-wire-only': 'By check or wire only' }}
              onChange={(next) => change({ accepted_payments: next ?? 'any' })}
            />
          </div>
        </Part>
        <Part title="What for">
          <Membership wish={wish} errors={errors} onChange={change} />
          {wish.goods.map((good, index) => (
            <div key={index} className={styles['pair']}>
              <Choice
                label={`Good ${index + 1}`}
                value={`${good.item} ${good.ref}`}
                error={errors[`goods[${index}].ref`]}
                options={Object.fromEntries(
                  (goods.data?.goods ?? []).map(({ item, ref, name, detail, price: each }) => [
                    `${item} ${ref}`,
                    `${[name, ...(detail === null ? [] : [detail])].join(', ')} · ${formatCents(each)}`,
                  ]),
                )}
                onChange={(next) => {
                  const [item = '', ref = ''] = (next ?? '').split(' ');
                  change({ goods: wish.goods.with(index, { ...good, item, ref }) });
                }}
              />
              <Count
                label={`Pieces of good ${index + 1}`}
                value={good.quantity}
                error={errors[`goods[${index}].quantity`]}
                onChange={(quantity) => change({ goods: wish.goods.with(index, { ...good, quantity }) })}
              />
              <Button kind="quiet" onClick={() => change({ goods: wish.goods.filter((_, at) => at !== index) })}>
                Leave out good {index + 1}
              </Button>
            </div>
          ))}
          <p className={styles['more']}>
            <Button
              kind="secondary"
              disabled={!goods.data || goods.data.goods.length === 0}
              onClick={() => {
                const first = goods.data?.goods[0];
                if (first) change({ goods: [...wish.goods, { item: first.item, ref: first.ref, quantity: 1 }] });
              }}
            >
              Add a good
            </Button>
          </p>
        </Part>
        <Part title="Address" aside="needed for print, and for goods that are posted">
          {zones.data && (
            <div className={styles['fields']}>
              <AddressFields
                typed={typed}
                countries={countriesOf(zones.data)}
                states={SHIPCODES.map((zone) => zones.data[zone].states[typed.country]).find((states) => states !== undefined) ?? []}
                texts={{ ...ADDRESS_TEXTS, ...selectBoxTexts }}
                errorOf={(part) => errors[`address.${part}`]}
                onType={(part: AddressPart, value: string) => {
                  setTyped({ ...typed, [part]: value });
                  price.reset();
                }}
              />
            </div>
          )}
        </Part>
        {error && (
          <Notice kind="error" {...((write.error === null || isRefusal(write.error)) && { title: 'The invoice was not written.' })}>
            {error.message} {write.error !== null && !isRefusal(write.error) && MAYBE_DONE}
          </Notice>
        )}
        {price.data && !error && <Priced priced={price.data} />}
        <div className={styles['acts']}>
          <Button type="submit" kind={price.data ? 'secondary' : 'primary'} busy={price.isPending}>
            What does it charge?
          </Button>
          {price.data && (
            <Button busy={write.isPending} onClick={() => write.mutate()}>
              Write and mail it, {formatCents(price.data.total)}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}

/** Of all zones, each once. */
const countriesOf = (zones: ShippingConfig) => [
  ...new Map(SHIPCODES.flatMap((zone) => zones[zone].countries).map((country) => [country.code, country])).values(),
];

type MembershipProps = { wish: Wish; errors: Readonly<Record<string, string>>; onChange: (wish: Partial<Wish>) => void };

const Membership = ({ wish: { membership }, errors, onChange }: MembershipProps) => {
  const { levels } = useSignedIn();
  const first = { medium: 'print', level: Level.options[0], term: '1year', coupon: '', copies: 1 };
  const set = (what: Partial<NonNullable<Wish['membership']>>) => onChange({ membership: { ...first, ...membership, ...what } });
  return (
    <>
      <Choice
        label="Subscription"
        value={membership === null ? 'none' : 'one'}
        error={errors['membership']}
        options={{ none: 'None', one: 'A subscription, or the renewal of theirs' }}
        onChange={(next) => onChange({ membership: next === 'one' ? first : null })}
      />
      {membership && (
        <div className={styles['pair']}>
          <Choice
            label="Medium"
            value={membership.medium}
            options={named(Medium.options)}
            onChange={(medium) => set({ medium: medium ?? 'print' })}
          />
          <Choice
            label="Level"
            value={membership.level}
            options={named(Level.options, (level) => levels[level])}
            onChange={(level) => set({ level: level ?? first.level })}
          />
          <Choice
            label="Term"
            value={membership.term}
            options={named(Term.options, termName)}
            onChange={(term) => set({ term: term ?? '1year' })}
          />
          <Count label="Copies" value={membership.copies} error={errors['membership.copies']} onChange={(copies) => set({ copies })} />
          <Words
            label="Coupon"
            value={membership.coupon ?? ''}
            error={errors['membership.coupon']}
            onChange={(coupon) => set({ coupon })}
          />
        </div>
      )}
    </>
  );
};

const Priced = ({ priced: { lines, shipping, discount, total, due, letter } }: { priced: InvoiceWritten }) => (
  <section aria-label="What happens" aria-live="polite" className={styles['happens']}>
    <h3>What happens</h3>
    <ul>
      {lines.map(({ name, detail, quantity, price }) => (
        <li key={`${name} ${detail}`}>
          {quantity} × {[name, ...(detail === null ? [] : [detail])].join(', ')}: {formatCents(price * quantity)}
        </li>
      ))}
      {shipping > 0 && <li>Shipping: {formatCents(shipping)}</li>}
      {discount > 0 && <li>Discount: {formatCents(-discount)}</li>}
      <li>
        <strong>{formatCents(total)}</strong>, due {date(due)}. It is mailed to {letter}.
      </li>
    </ul>
  </section>
);

const Written = ({ number, written, onAnother }: { number: string; written: InvoiceWritten; onAnother: () => void }) => (
  <>
    <Heading text={`Invoice ${number} was written`} />
    <output>
      {formatCents(written.total)}, due {date(written.due)}. It is mailed to {written.letter}.
    </output>
    <p className={styles['acts']}>
      <Link to="/invoices/$number" params={{ number }}>
        Open {number}
      </Link>
      <Button kind="secondary" onClick={onAnother}>
        Write another
      </Button>
    </p>
  </>
);
