import { ADDRESS_PARTS, ADDRESS_TEXTS, AddressForm, blankAddress, type TypedAddress } from '@newsstand/contracts/address';
import { Deliverable, Level } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import { AddressFields } from '@newsstand/ui/address-fields';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { selectBoxTexts } from '@newsstand/ui/select-box';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { ActDialog, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import { onlyCountry } from './change-address.tsx';
import { ON_NO_PAGE } from './changed-meanwhile.tsx';
import { amountName, Given, issuesOf, termOf, type Amount, type CompReason } from './give-subscription.tsx';
import styles from '../parts/desk.module.css';
import { useSignedIn } from '../session/session.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { deliverableName, issuesWords } from '../parts/words.ts';

/** `onGiven`: to whom, and what is said of it on their page. */
type Props = { onGiven: (owner: string, text: string) => void; onClose: () => void };
const FIELDS: ReadonlySet<string> = new Set(['name', 'email', ...ADDRESS_PARTS]);
/**
 * Gives a subscription to somebody of whom nothing need be known: by name, mailbox and, for what is posted, address.
 */
export const GiveToNew = ({ onGiven, onClose }: Props) => {
  const zones = useQuery({ queryKey: ['zones'], queryFn: () => call(readersEndpoints.deskZones), staleTime: Infinity });
  const [deliverable, setDeliverable] = useState<Deliverable>('print-a');
  const names = useSignedIn();
  const [level, setLevel] = useState<Level>('low');
  const [amount, setAmount] = useState<Amount>('1year');
  const [reason, setReason] = useState<CompReason>('courtesy');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState<TypedAddress>(blankAddress);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const givenTo = useRef('');
  const zone = shipcodeOf(deliverable);
  const only = zone === null ? '' : onlyCountry(zones.data ?? null, zone);
  if (typed.country === '' && only !== '') setTyped({ ...typed, country: only });
  const isReached = zone === null ? email.trim() !== '' : v.is(AddressForm, typed);
  return (
    <ActDialog
      title="Give to somebody new"
      verb={`Give ${amountName(amount)}`}
      about={['readers']}
      shown={ON_NO_PAGE}
      wish={
        name.trim() !== '' && isReached
          ? {
              deliverable,
              level,
              term: termOf(amount),
              issues: issuesOf(amount),
              reason,
              name,
              email: email === '' ? null : email,
              address: zone === null ? null : typed,
            }
          : null
      }
      send={async (wish, { action, dry }) => {
        const given = await call(readersEndpoints.deskCompNew, { query: dry ? { dry: '' } : {}, body: { action, ...wish } });
        if (!dry) givenTo.current = given.owner;
        return given;
      }}
      happens={({ issues, known, behind = false, letter }) => [
        known
          ? 'This mailbox has an account: what is given goes there.'
          : email === ''
            ? 'They are known by name and address alone: only print comes to them.'
            : 'An account is made, into which a code leads that is mailed to them, and nothing else.',
        issues === null
          ? 'Every issue from now on comes to them, and nobody pays for it.'
          : `${issuesWords(issues)[0]?.toUpperCase()}${issuesWords(issues).slice(1)} ${behind ? 'after what they have' : 'from the next one on'}, and nobody pays for it.`,
        letterLine(letter, reason),
      ]}
      done={({ letter }) => `Given: ${deliverableName(deliverable, names)}, ${amountName(amount)}. ${letterLine(letter, reason)}`}
      fields={FIELDS}
      onErrors={setErrors}
      onDone={(text) => onGiven(givenTo.current, text)}
      onClose={onClose}
    >
      {zones.error && <Notice kind="error">{zones.error.message} Countries and states could not be read.</Notice>}
      <div className={styles['fields']}>
        <Field label="Name" name="name" value={name} onChange={setName} error={errors['name']} />
        <Field
          label={zone === null ? 'E-mail' : 'E-mail, where there is one'}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          error={errors['email']}
        />
        <SelectField
          label="What"
          name="deliverable"
          value={deliverable}
          onChange={(next) => {
            setDeliverable(next);
            // Another zone has other countries.
            if (shipcodeOf(next) !== zone) setTyped({ ...typed, country: '', state: '' });
          }}
          options={Deliverable.options.map((value) => ({ value, label: deliverableName(value, names) }))}
        />
        {zone !== null && (
          <AddressFields
            typed={typed}
            countries={zones.data?.[zone].countries ?? []}
            states={zones.data?.[zone].states[typed.country] ?? []}
            texts={{ ...ADDRESS_TEXTS, ...selectBoxTexts }}
            errorOf={(part) => errors[`address.${part}`] ?? errors[part]}
            onType={(part, value) =>
              setTyped({ ...typed, [part]: value, ...(part === 'country' && value !== typed.country && { state: '' }) })
            }
          />
        )}
        <Given {...{ level, amount, reason }} onLevel={setLevel} onAmount={setAmount} onReason={setReason} />
      </div>
    </ActDialog>
  );
};
