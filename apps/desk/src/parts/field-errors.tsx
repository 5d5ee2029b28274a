import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

type Errors = Readonly<Record<string, string>>;
type Told = { errors: Errors; claim: (name: string) => () => void };

const FieldErrors = createContext<Told | null>(null);

/**
 * What of a dialog has a field in it, by the names of the contract. What is wrong with one of these stands beside it;
 * what is wrong with anything else the dialog says of the whole.
 */
export function useClaims(errors: Errors | null): { told: Told; claimed: ReadonlySet<string> } {
  const [names, setNames] = useState<readonly string[]>([]);
  const claim = useCallback((name: string) => {
    setNames((before) => [...before, name]);
    return () => setNames((before) => before.toSpliced(before.indexOf(name), 1));
  }, []);
  const told = useMemo(() => ({ errors: errors ?? {}, claim }), [errors, claim]);
  return { told, claimed: useMemo(() => new Set(names), [names]) };
}

export const ToFields = ({ told, children }: { told: Told; children: ReactNode }) => (
  <FieldErrors.Provider value={told}>{children}</FieldErrors.Provider>
);

/** What was refused of the field of this name: each field that is given one says so itself. */
export function useFieldError(name: string | undefined): string | undefined {
  const told = useContext(FieldErrors);
  const claim = told?.claim;
  useEffect(() => (name === undefined ? undefined : claim?.(name)), [name, claim]);
  return name === undefined ? undefined : told?.errors[name];
}
