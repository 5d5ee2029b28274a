import { useCombobox } from 'downshift';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FormSelectOption } from '@newsstand/contracts/shipping-config';
import { classes } from './classes.ts';
import field from './field.module.css';
import { FieldFrame } from './field.tsx';
import { fill } from './messages.ts';
import { filledIn, namedExactly, otherName, shortlist } from './option-match.ts';
import styles from './select-box.module.css';
import { useAfterPress } from './use-after-press.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * Its texts, where nobody passes their own. They are not among those of all components, which come with every first
 * widget.
 */
export const selectBoxTexts = {
  no_matches: '0 matches',
  matches: '{n} matches',
  choose_from_list: 'Choose one from the list.',
  show_options: 'Show options',
};
export type SelectBoxTexts = Record<keyof typeof selectBoxTexts, string>;

type Props = {
  label: ReactNode;
  name: string;
  options: readonly FormSelectOption[];
  /** The code of the chosen option, null for none; in `free` mode also the text itself. */
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** `choice`: one of the options. `free`: any text, the options are suggestions. `fixed`: shown, not to be changed. */
  mode?: 'choice' | 'free' | 'fixed';
  autoComplete?: string;
  texts?: SelectBoxTexts;
  className?: string;
};

/** Searchable select box (sections 4 and 5). */
export const SelectBox = (props: Props) => {
  const {
    label,
    name,
    options,
    value,
    onChange,
    error,
    hint,
    required,
    mode = 'choice',
    autoComplete,
    texts = selectBoxTexts,
    className,
  } = props;
  const id = useId();
  const disabled = props.disabled || mode === 'fixed';
  const selected = options.find((option) => option.code === value) ?? null;
  const shownName = selected ? nameOf(selected) : mode === 'choice' ? '' : (value ?? '');

  const [active, setActive] = useState(false);
  /** What the reader typed, until it has become a choice. */
  const [draft, setDraft] = useState<string | null>(null);
  const [visited, setVisited] = useState(false);
  const afterPress = useAfterPress(active);
  const text = draft !== null && (active || value === null) ? draft : shownName;
  const unmatched = mode === 'choice' && !active && value === null && (text !== '' || (visited && required === true));
  const message = error ?? (unmatched ? texts.choose_from_list : undefined);
  const items = shortlist(options, draft ?? '');

  const choose = (option: FormSelectOption) => {
    setDraft(null);
    if (option.code !== value) onChange(option.code);
  };
  const typed = (typedText: string) => {
    setDraft(typedText);
    if (mode === 'free') return onChange(namedExactly(options, typedText)?.code ?? (typedText === '' ? null : typedText));
    // Nobody is typing in a field without the focus: the browser has filled it in.
    const filled = document.activeElement?.id === id ? undefined : filledIn(options, typedText);
    if (filled) choose(filled);
  };
  /** Section 4: what was typed must be an option's name, or nothing is selected. */
  const settle = () => {
    if (draft === null || mode === 'free') return;
    const option = namedExactly(options, draft);
    if (option) choose(option);
    else if (value !== null) onChange(null);
  };

  const first = (typedText = '') => (mode === 'choice' && typedText !== '' && shortlist(options, typedText).length > 0 ? 0 : -1);
  const leave = () => {
    setActive(false);
    setVisited(true);
  };

  const box = useCombobox<FormSelectOption>({
    id,
    inputId: id,
    items,
    itemToString: nameOf,
    inputValue: text,
    selectedItem: selected,
    stateReducer: (state, { type, changes }) => {
      switch (type) {
        // Enter takes the first of what the typed text leaves. The list stays closed when a browser fills in the form:
        // opening it takes the focus.
        case useCombobox.stateChangeTypes.InputChange:
          return { ...changes, isOpen: active, highlightedIndex: first(changes.inputValue) };
        // Leaving the field counts what is typed, not what happens to be highlighted.
        case useCombobox.stateChangeTypes.InputBlur:
          return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue };
        default:
          return changes;
      }
    },
    onStateChange: ({ type, selectedItem }) => {
      const chosen = type === useCombobox.stateChangeTypes.ItemClick || type === useCombobox.stateChangeTypes.InputKeyDownEnter;
      // Downshift names what changed: the option that was selected already is not named again.
      const option = selectedItem ?? selected;
      if (chosen && option) choose(option);
    },
  });

  const popup = useRef<HTMLDivElement>(null);
  // Where the field stands low on a phone, the list would open out of sight.
  useEffect(() => {
    if (box.isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [box.isOpen]);

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // In a dialog, Escape closes the list first and the dialog next; downshift would also clear the field.
      if (box.isOpen) event.preventDefault();
      else Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    }
    // Enter sends the form, and Tab goes on to a button that may wait for the choice: what was typed must count before
    // that.
    if ((event.key === 'Enter' && box.highlightedIndex < 0) || event.key === 'Tab') settle();
  };

  return (
    <FieldFrame input={id} label={label} error={message} hint={hint} required={required} className={className}>
      <div className={styles.box}>
        <input
          {...box.getInputProps({
            disabled,
            onChange: (event) => typed(event.currentTarget.value),
            onFocus: (event) => {
              setActive(true);
              event.currentTarget.select();
            },
            onBlur: () => {
              settle();
              afterPress(leave);
            },
            onKeyDown: pressed,
          })}
          className={classes(field.input, styles.input)}
          name={name}
          required={required}
          autoComplete={autoComplete ?? 'off'}
          autoCapitalize="words"
          spellCheck={false}
          aria-labelledby={`${id}-label`}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <button {...box.getToggleButtonProps({ disabled })} type="button" className={styles.toggle} aria-label={texts.show_options}>
          <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 7l6 6 6-6" />
          </svg>
        </button>
        <div ref={popup} className={styles.popup} hidden={!box.isOpen || (mode === 'free' && items.length === 0)}>
          {/* Scrolling the list with the mouse must not take the focus from the field. */}
          <ul
            {...box.getMenuProps({ 'aria-labelledby': `${id}-label`, onMouseDown: (event) => event.preventDefault() })}
            className={styles.list}
          >
            {box.isOpen &&
              items.map((option, index) => (
                <li
                  key={option.code}
                  {...box.getItemProps({ item: option, index })}
                  className={classes(
                    styles.option,
                    index === box.highlightedIndex && styles.highlighted,
                    option === selected && styles.selected,
                  )}
                >
                  {nameOf(option)}
                  <OtherName name={otherName(option, draft ?? '')} />
                </li>
              ))}
          </ul>
          {box.isOpen && items.length === 0 && (
            <p className={styles.none} aria-hidden="true">
              {texts.no_matches}
            </p>
          )}
        </div>
        <VisuallyHidden>
          <output>{box.isOpen && draft ? matchCount(items.length, texts) : ''}</output>
        </VisuallyHidden>
      </div>
    </FieldFrame>
  );
};

const nameOf = (option: FormSelectOption | null): string => option?.names[0] ?? '';

const matchCount = (n: number, texts: SelectBoxTexts): string => (n === 0 ? texts.no_matches : fill(texts.matches, { n }));

const OtherName = ({ name }: { name: string | undefined }) => name && <span className={styles.other}> ({name})</span>;
