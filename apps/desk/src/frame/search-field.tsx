import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import styles from '../parts/desk.module.css';
import { useMay } from '../session/session.tsx';

type FieldProps = { input: RefObject<HTMLInputElement | null>; main: RefObject<HTMLElement | null> };

export const SearchField = ({ input, main }: FieldProps) => {
  const navigate = useNavigate();
  const may = useMay('find');
  const q = useRouterState({ select: ({ location }) => (location.pathname === '/find' ? (location.search.q ?? '') : '') });
  // What the address says, until somebody types.
  const [shown, setShown] = useState(q);
  const [typed, setTyped] = useState(q);
  if (shown !== q) {
    setShown(q);
    setTyped(q);
  }
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = typed.trim();
    // Pressed again, Enter opens the best of what was found, once that is on the page: never a row of the words before.
    const found = main.current?.querySelector<HTMLElement>('[data-found]');
    const best = found?.dataset['found'] === words ? found.querySelector<HTMLElement>('[data-row]') : null;
    if (best) best.click();
    else void navigate({ to: '/find', search: { q: words } });
    // The next caller's words take the place of these.
    input.current?.select();
  };
  // What stands there is marked by the press that enters the field, so that the next caller's words take its place; a
  // later press sets the caret.
  const entered = useRef(false);
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = event.key === 'ArrowDown' ? main.current?.querySelector<HTMLElement>('[data-found] [data-row]') : null;
    if (!first) return;
    event.preventDefault();
    first.focus();
  };
  if (!may) return <span />;
  return (
    <search className={styles['search']}>
      <form onSubmit={go}>
        <input
          ref={input}
          name="q"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={leave}
          onFocus={(event) => {
            entered.current = true;
            event.currentTarget.select();
          }}
          onBlur={() => {
            entered.current = false;
          }}
          onMouseUp={({ currentTarget }) => {
            if (entered.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
            entered.current = false;
          }}
          maxLength={100}
          aria-label="Find a reader, an order, a number, a town"
          placeholder="Find reader, order, number, town…"
          autoComplete="off"
          spellCheck={false}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  );
};
