import { type AddressPart, needsPostcode, needsState } from '@newsstand/contracts/address';
import { postcodeFirst } from '@newsstand/contracts/postcode-first';
import type { FormSelectOption } from '@newsstand/contracts/shipping-config';
import { useEffect } from 'react';
import styles from './address-fields.module.css';
import { Field } from './field.tsx';
import { SelectBox, type SelectBoxTexts } from './select-box.tsx';

type Props = {
  /** The address as it is typed; of country and state the codes. */
  typed: Readonly<Record<AddressPart, string>>;
  countries: readonly FormSelectOption[];
  /** The states of the country that is typed; none where it has none. */
  states: readonly FormSelectOption[];
  /**
   * Whose address it is, where a page asks for more than one: `recipient` makes the name of a field `recipient_city`.
   */
  of?: string | undefined;
  disabled?: boolean;
  /** `optional` stands beside the label of what need not be given; without it nothing does. */
  texts: Readonly<Record<AddressPart, string>> & SelectBoxTexts & { optional?: string };
  errorOf(part: AddressPart): string | undefined;
  onType(part: AddressPart, value: string): void;
};

/** The parts of an address: which are required, and in which order they stand, depends on the country (section 5). */
export const AddressFields = ({ typed, countries, states, of, disabled, texts, errorOf, onType }: Props) => {
  const { country } = typed;
  const [first] = countries;
  /** Where there is one country alone nobody is asked for it. */
  const only = countries.length === 1 && first ? first.code : null;
  useEffect(() => {
    if (only !== null && only !== country && !disabled) onType('country', only);
    // What is typed into the other parts changes nothing of it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only, country, disabled]);
  const common = (part: AddressPart, autoComplete: string) => ({
    name: of === undefined ? part : `${of}_${part}`,
    autoComplete: of === undefined ? autoComplete : `section-${of} ${autoComplete}`,
    disabled,
    error: errorOf(part),
  });
  const select = (part: 'country' | 'state', autoComplete: string, options: readonly FormSelectOption[], required: boolean) => (
    <SelectBox
      {...common(part, autoComplete)}
      // Another country has other states: what was typed into the box is not for them.
      key={part === 'state' ? country : part}
      label={texts[part]}
      options={options}
      required={required}
      value={options.some(({ code }) => code === typed[part]) ? typed[part] : null}
      onChange={(code) => onType(part, code ?? '')}
      texts={texts}
    />
  );
  const text = (part: 'line1' | 'line2' | 'city' | 'postcode', autoComplete: string, required: boolean) => (
    <Field
      {...common(part, autoComplete)}
      key={part}
      label={required || texts.optional === undefined ? texts[part] : <Optional label={texts[part]} note={texts.optional} />}
      required={required}
      value={typed[part]}
      onChange={(value) => onType(part, value)}
    />
  );
  const city = text('city', 'address-level2', true);
  const postcode = text('postcode', 'postal-code', needsPostcode(country));
  return (
    <>
      {only === null && select('country', 'country-name', countries, true)}
      {text('line1', 'address-line1', true)}
      {text('line2', 'address-line2', false)}
      {states.length > 0 && city}
      {states.length > 0 ? (
        <div className={styles.pair}>
          {select('state', 'address-level1', states, needsState(country))}
          {postcode}
        </div>
      ) : (
        <div className={styles.pair}>{postcodeFirst(country) ? [postcode, city] : [city, postcode]}</div>
      )}
    </>
  );
};

const Optional = ({ label, note }: { label: string; note: string }) => (
  <>
    {label} <span className={styles.optional}>{note}</span>
  </>
);
