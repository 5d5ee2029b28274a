import { useEffect, useRef, useState, type FormEvent } from 'react';
import { sortErrors, type SortedErrors } from '@newsstand/ui/sort-errors';
import type { Refusal } from '@newsstand/contracts/refusal';

const NO_ERRORS: SortedErrors = { fields: {}, general: undefined };

export type Sent<Data> = { ok: true; data: Data } | { ok: false; refusal: Refusal };

type Options<Data> = {
  /** The names of the form's fields. */
  fields: readonly string[];
  send: (typed: Readonly<Record<string, string>>) => Promise<Sent<Data>>;
  onDone: (data: Data, typed: Readonly<Record<string, string>>) => void;
  onRefused?: (refusal: Refusal, typed: Readonly<Record<string, string>>) => void;
  /** The page is left after a success: until it has gone the button stays busy. */
  leaves?: boolean;
};

/**
 * One real form: what the browser and its password manager see is what is sent. A second submit while one is on its way
 * is ignored; the first field that is wrong takes the focus.
 */
export const useSend = <Data>({ fields, send, onDone, onRefused, leaves = false }: Options<Data>) => {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);

  useEffect(() => {
    if (Object.keys(errors.fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')]));
    setBusy(true);
    const sent = await send(typed);
    setErrors(sent.ok ? NO_ERRORS : sortErrors(sent.refusal, (name) => (fields.includes(name) ? name : undefined)));
    if (!sent.ok || !leaves) setBusy(false);
    if (sent.ok) onDone(sent.data, typed);
    else onRefused?.(sent.refusal, typed);
  };

  return { busy, errors, props: { ref: form, noValidate: true, onSubmit } };
};
