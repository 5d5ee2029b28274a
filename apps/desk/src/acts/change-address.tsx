import {
  ADDRESS_PARTS,
  ADDRESS_TEXTS,
  AddressForm,
  blankAddress,
  streetLines,
  type AddressPart,
  type TypedAddress,
} from '@newsstand/contracts/address';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskReader } from '@newsstand/contracts/desk-reader';
import { DESK_REASONS, type AddressChanged, type ReaderReason, type WaitingGoods } from '@newsstand/contracts/desk-verbs';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { ShippingConfig } from '@newsstand/contracts/shipping-config';
import { AddressFields } from '@newsstand/ui/address-fields';
import { formatCents } from '@newsstand/contracts/money';
import { selectBoxTexts } from '@newsstand/ui/select-box';
import { Notice } from '@newsstand/ui/notice';
import { Checkbox } from '@newsstand/ui/checkbox';
import { RadioGroup } from '@newsstand/ui/radio-group';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { ActDialog, givenUpLines, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice } from '../parts/filters.tsx';
import { ReasonField } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';
import { day } from '../parts/words.ts';

/** `onListed`: some list has the old address, and another copy may be wanted. */
type Props = { reader: DeskReader; onListed: () => void; onDone: (text: string) => void; onClose: () => void };

const FIELDS: ReadonlySet<string> = new Set(ADDRESS_PARTS);
type Move = 'billed' | 'waived';
const MOVES: Record<Move, string> = { billed: 'Bill it: they move once it is paid', waived: 'Waive it: they move now' };
const isPosted = ({ deliverable, cancelled, paid, served }: DeskReader['terms'][number]): boolean =>
  cancelled === null && deliverable.startsWith('print-') && (paid === null || served < paid);
/** The version of an address that is not there: whoever adds one at once has been first. */
const NONE = 'none';

/** Where a reader's print of a zone goes. */
export const ChangeAddress = ({ reader, onListed, onDone, onClose }: Props) => {
  const zones = useQuery({ queryKey: ['zones'], queryFn: () => call(readersEndpoints.deskZones), staleTime: Infinity });
  const [zone, setZone] = useState(() => firstZone(reader));
  const [chosen, setChosen] = useState(false);
  return (
    <Form
      // Another zone has another address: what was typed is not for it.
      key={zone}
      {...{ reader, zone, chosen, onListed, onDone, onClose }}
      shipping={zones.data ?? null}
      failure={zones.error?.message ?? null}
      onZone={(next) => {
        setZone(next);
        setChosen(true);
      }}
    />
  );
};

/** What waits for a late list goes along, also from another zone: what came back, and what had no address. */
const waitingLines = (waiting: readonly number[], isBilled: boolean): string[] =>
  waiting.length === 0
    ? []
    : [
        `What waits of issue ${new Intl.ListFormat('en').format(waiting.map(String))} goes there, too, on the next late list${isBilled ? ' after that' : ''}.`,
      ];

/** Of what runs; else of the address on record, or of the newest order. */
function firstZone({ addresses, terms, ordered }: DeskReader): Shipcode {
  const running = terms.find(({ deliverable, cancelled }) => cancelled === null && deliverable.startsWith('print-'));
  const posted = SHIPCODES.find((zone) => running?.deliverable === `print-${zone}`);
  return posted ?? addresses[0]?.shipcode ?? ordered?.shipcode ?? 'a';
}

type FormProps = Props & {
  zone: Shipcode;
  /** It was chosen in the dialog: whoever goes on with the arrows is still there. */
  chosen: boolean;
  shipping: ShippingConfig | null;
  failure: string | null;
  onZone: (zone: Shipcode) => void;
};

const Form = ({ reader, zone, chosen, shipping, failure, onZone, onListed, onDone, onClose }: FormProps) => {
  const { zones } = useSignedIn();
  const kept = reader.addresses.find(({ shipcode }) => shipcode === zone);
  const version = kept?.version ?? NONE;
  const [typed, setTyped] = useState<TypedAddress>(
    // Who has no address on record has named one with an order: a guest.
    () =>
      kept?.typed ?? (reader.ordered?.shipcode === zone ? reader.ordered.typed : { ...blankAddress, country: onlyCountry(shipping, zone) }),
  );
  const [reason, setReason] = useState<ReaderReason>('asked');
  const [move, setMove] = useState<Move>('billed');
  // Goods that wait, and of which somebody said otherwise than where they usually go.
  const [waiting, setWaiting] = useState<readonly WaitingGoods[]>([]);
  const [said, setSaid] = useState<Readonly<Record<string, boolean>>>({});
  const goesToo = ({ order, here }: WaitingGoods): boolean => said[order] ?? here;
  const goods = waiting.filter(goesToo).map(({ order }) => order);
  const moves = reader.terms.some((term) => isPosted(term) && term.deliverable !== `print-${zone}`);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // What a zone is came after the form.
  if (typed.country === '' && onlyCountry(shipping, zone) !== '') setTyped({ ...typed, country: onlyCountry(shipping, zone) });
  const type = (part: AddressPart, value: string) =>
    setTyped({ ...typed, [part]: value, ...(part === 'country' && value !== typed.country && { state: '' }) });
  const isWhole = v.is(AddressForm, typed);
  const isAnother = kept === undefined || ADDRESS_PARTS.some((part) => kept.typed[part] !== typed[part]);
  return (
    <ActDialog
      title={`Address of ${reader.name === '' ? 'this reader' : reader.name}`}
      verb={verbOf}
      owner={reader.owner}
      shown={{
        now: reader,
        says: ({ addresses }) => ({ Address: addresses.find(({ shipcode }) => shipcode === zone)?.lines.join('\n') ?? 'No address' }),
        typed: { Address: linesOf(typed) },
        history: ({ history }) => history,
      }}
      wish={isWhole && (isAnother || moves) ? { typed, reason, goods, ...(moves && { move }) } : null}
      idle={isWhole ? 'Nothing is changed yet.' : undefined}
      version={({ moved }) => moved?.version}
      send={async (wish, { action, dry, version: moved }) => {
        const answer = await call(readersEndpoints.deskChangeAddress, {
          params: { owner: reader.owner, shipcode: zone },
          query: dry ? { dry: '' } : {},
          body: {
            action,
            reason: wish.reason,
            version,
            address: wish.typed,
            goods: wish.goods,
            ...(wish.move !== undefined && { move: wish.move, ...(moved !== undefined && { moved }) }),
          },
        });
        if (dry) setWaiting(answer.goods);
        return answer;
      }}
      happens={({ to, lists, waiting: issues, goods: found, letter, invoices, moved }) => [
        ...(moved?.invoice
          ? [
              `An invoice of ${formatCents(moved.invoice.total)} for what the zone costs goes to ${moved.invoice.letter}, due on ${day(moved.invoice.due)}.`,
              `Copies go to ${to.join(', ')} once it is paid. Until then they go where they went.`,
              ...waitingLines(issues, true),
            ]
          : [
              `Copies go to ${to.join(', ')}, from the next list on.`,
              ...waitingLines(issues, false),
              ...(moved && moved.amount > 0
                ? [`${formatCents(moved.amount)}, which the zone costs for what is still to come, are waived.`]
                : []),
              ...(moved && moved.amount === 0 ? ['The zone costs nothing more for what is still to come.'] : []),
              ...(moved ? ['There is no Undo: who moves back is moved in the same way.'] : []),
            ]),
        ...givenUpLines(invoices),
        ...found.map((one) => goodsWords(one, goesToo(one))),
        ...lists.map(
          ({ issue, part }) =>
            `Issue ${issue}, ${part === 1 ? 'the first list' : `late list ${part - 1}`}, has the old address: that list stays as it is.`,
        ),
        ...(moved?.invoice ? [] : [letterLine(letter, reason)]),
      ]}
      done={({ letter, lists, moved }) => {
        // What stands on a list already comes to the old address: another copy of it is one button away.
        if (lists.length > 0) onListed();
        return moved?.invoice
          ? `The invoice ${moved.invoice.number ?? ''} was written. Copies go there once it is paid.`
          : `The address was changed. ${letterLine(letter, reason)}`;
      }}
      fields={FIELDS}
      // Who moves mostly stays in the country.
      first={chosen ? 'input[type=radio]:checked' : kept && '[name=line1]'}
      onErrors={setErrors}
      {...{ onDone, onClose }}
    >
      {failure !== null && <Notice kind="error">{failure} Countries and states could not be read.</Notice>}
      <div className={styles['fields']}>
        <RadioGroup
          label="Zone"
          name="zone"
          layout="row"
          value={zone}
          onChange={onZone}
          options={SHIPCODES.map((one) => ({ value: one, label: zones[one] }))}
        />
        <AddressFields
          typed={typed}
          countries={shipping?.[zone].countries ?? []}
          states={shipping?.[zone].states[typed.country] ?? []}
          texts={{ ...ADDRESS_TEXTS, ...selectBoxTexts }}
          errorOf={(part) => errors[`address.${part}`] ?? errors[part]}
          onType={type}
        />
        {moves && (
          <Choice
            label="What the zone costs more"
            name="move"
            value={move}
            options={MOVES}
            onChange={(value) => setMove(value ?? 'billed')}
          />
        )}
        {waiting.length > 0 && (
          <fieldset className={styles['line']}>
            <legend>Goods that wait to be sent go there, too</legend>
            {waiting.map((one) => (
              <Checkbox
                key={one.order}
                name="goods"
                label={`${one.goods.join('; ')} (order ${one.number})`}
                checked={goesToo(one)}
                onChange={(on) => setSaid({ ...said, [one.order]: on })}
              />
            ))}
          </fieldset>
        )}
        <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
      </div>
    </ActDialog>
  );
};

/** What is billed changes nothing yet. */
const verbOf = (would: AddressChanged | undefined): string =>
  would?.moved?.invoice ? `Bill ${formatCents(would.moved.invoice.total)}` : 'Change address';

/** Where goods that wait go, and what a slip that is printed says. */
const goodsWords = ({ goods, number, address, batch }: WaitingGoods, isToo: boolean): string =>
  isToo
    ? `${goods.join('; ')} of order ${number} ${goods.length === 1 ? 'goes' : 'go'} there, too${batch === null ? '.' : `: packed in batch ${batch}, whose slip is to be printed again.`}`
    : `${goods.join('; ')} of order ${number} ${goods.length === 1 ? 'goes' : 'go'} to ${address.join(', ')} as before.`;

/** As it is written on a label, in short. */
const linesOf = (typed: TypedAddress): string =>
  [...streetLines(typed), [typed.city, typed.state, typed.postcode].filter(Boolean).join(' ')].filter(Boolean).join('\n');

/** The country of a zone that has one alone. */
export function onlyCountry(shipping: ShippingConfig | null, zone: Shipcode): string {
  const [only, ...others] = shipping?.[zone].countries ?? [];
  return only !== undefined && others.length === 0 ? only.code : '';
}
