import type { FormSelectOption } from '@newsstand/contracts/shipping-config';

const fold = (text: string): string => text.trim().toLocaleLowerCase('en');

/**
 * Section 5: the options with a name that starts with the typed text, ignoring case. First the one that Enter is meant
 * for: whose name it is, or whose shown name starts so.
 */
export const shortlist = (options: readonly FormSelectOption[], typed: string): FormSelectOption[] => {
  const start = fold(typed);
  const exact = namedExactly(options, typed);
  const rank = (option: FormSelectOption) => (option === exact ? 0 : otherName(option, typed) === undefined ? 1 : 2);
  return options
    .filter((option) => option.names.some((name) => fold(name).startsWith(start)))
    .sort((one, other) => rank(one) - rank(other));
};

/** Section 4: the option that has the text for one of its names, ignoring case. */
export const namedExactly = (options: readonly FormSelectOption[], text: string): FormSelectOption | undefined =>
  options.find((option) => option.names.some((name) => fold(name) === fold(text)));

/** What a browser fills in by itself: a name, or, where the page asks for autocomplete="country", a code. */
export const filledIn = (options: readonly FormSelectOption[], text: string): FormSelectOption | undefined =>
  namedExactly(options, text) ?? options.find((option) => fold(option.code) === fold(text));

/** The name that the typed text is the start of, where that is not the one shown: 'Holland' beside 'Netherlands'. */
export const otherName = (option: FormSelectOption, typed: string): string | undefined => {
  const [shown, ...others] = option.names;
  const start = fold(typed);
  if (shown === undefined || start === '' || fold(shown).startsWith(start)) return undefined;
  return others.find((name) => fold(name).startsWith(start));
};
