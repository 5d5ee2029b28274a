// A field with a list of its own (WAI-ARIA's combobox): no element is one that can be styled and filtered.
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */
import { Dialog } from '@newsstand/ui/dialog';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import styles from '../parts/desk.module.css';

/**
 * Something that can be done: `Change address`. `keys`: what does it without this menu; `also`: other words for it;
 * `ofRow`: it is of one row of many, and asked for by name.
 */
export type Command = { name: string; keys?: string; also?: string | undefined; ofRow?: boolean; run: () => void };

/**
 * What the buttons of a page do, those that are folded away as well: so no page has to say it twice. What stands in a
 * form begins with its fields.
 */
function buttonsOf(page: HTMLElement | null): Command[] {
  const buttons = [...(page?.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [aria-expanded], dialog *, form *)') ?? [])];
  const named = buttons.map((button) => ({
    name: button.ariaLabel ?? button.textContent.trim().replaceAll(/\s+/g, ' '),
    also: button.dataset['also'],
    ofRow: button.closest('li, tr') !== null,
    run: () => button.click(),
  }));
  return named.filter(({ name }, index) => name !== '' && named.findIndex((other) => other.name === name) === index);
}

/** Numbers of orders: `EXR-8812`, or 8812. */
const NUMBER = /^([a-z]+-?)?\d{1,9}$/i;
/** An issue by its number: `issue 17`, or 17. */
const ISSUE = /^(?:(?:go to )?issue )?(\d{1,4})$/i;

type MenuProps = {
  page: RefObject<HTMLElement | null>;
  commands: readonly Command[];
  onOrder: ((number: string) => void) | null;
  onInvoice: ((number: string) => void) | null;
  /** What numbers of invoices begin with; nothing where that is not known. */
  invoices: string | undefined;
  onIssue: ((number: string) => void) | null;
  onFind: ((text: string) => void) | null;
  onClose: () => void;
};

/** What can be done here, by its name: those of the page first. */
export const CommandMenu = ({ page, commands, onOrder, onInvoice, invoices, onIssue, onFind, onClose }: MenuProps) => {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // A dialog that opens has the focus on its first button.
  useEffect(() => field.current?.focus(), []);
  // As they are now: whoever opens it while the page is on its way finds them at the next key.
  const ofPage = buttonsOf(page.current);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const wish = typed.trim();
  const number = wish.toUpperCase();
  const onNumber = NUMBER.test(wish) ? (invoices !== undefined && number.startsWith(`${invoices}-`) ? onInvoice : onOrder) : null;
  const issue = ISSUE.exec(wish)?.[1];
  const named = [...ofPage, ...commands].filter(
    ({ name, also = '', ofRow }) =>
      (ofRow !== true || words.length > 0) && words.every((word) => `${name} ${also}`.toLowerCase().includes(word)),
  );
  // Whoever types a number goes there: the rows that name it come after.
  const shown: Command[] = [
    ...named.filter(({ ofRow }) => ofRow !== true),
    ...(onNumber ? [{ name: `Go to ${onNumber === onInvoice ? 'invoice' : 'order'} ${number}`, run: () => onNumber(number) }] : []),
    ...(onIssue && issue !== undefined ? [{ name: `Go to issue ${issue}`, run: () => onIssue(issue) }] : []),
    ...named.filter(({ ofRow }) => ofRow === true),
    ...(onFind && wish !== '' ? [{ name: `Find ‘${wish}’`, run: () => onFind(wish) }] : []),
  ];
  const chosen = Math.min(at, shown.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((chosen + step + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[chosen]);
    }
  };
  return (
    <Dialog title="What shall be done?" open onClose={onClose} closeOnBackdrop className={styles['commands']}>
      <input
        type="text"
        role="combobox"
        aria-label="Command, or the number of an order"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        ref={field}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul role="listbox" id={`${id}-list`} aria-label="Commands">
        {shown.map((command, index) => (
          // The keyboard is the field's, which stays focused; the click is for the mouse.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span>{command.name}</span>
            {command.keys !== undefined && <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
      <output className={styles['none']}>{shown.length === 0 && 'Nothing here is called that.'}</output>
    </Dialog>
  );
};

type HelpProps = {
  keys: readonly (readonly [keys: string, does: string])[];
  single: boolean;
  onSingle: (on: boolean) => void;
  onClose: () => void;
};

/** The desk's keys, and the switch for those that are pressed alone. */
export const KeyHelp = ({ keys, single, onSingle, onClose }: HelpProps) => (
  <Dialog title="Keys" open onClose={onClose} closeOnBackdrop className={styles['commands']}>
    <table className={styles['table']}>
      <tbody>
        {keys.map(([pressed, does]) => (
          <tr key={pressed}>
            <th scope="row">
              <kbd>{pressed}</kbd>
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={styles['check']}>
      <label>
        <input type="checkbox" checked={single} onChange={(event) => onSingle(event.currentTarget.checked)} /> Keys that are pressed alone
        do something. Ctrl K always does.
      </label>
    </p>
  </Dialog>
);
