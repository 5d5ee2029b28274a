import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { CommandMenu, KeyHelp } from './commands.tsx';
import { usePlaces } from './menu.tsx';
import { useMayEach, useSignedIn } from '../session/session.tsx';
import { keepSingleKeys, readSingleKeys, useKeys } from './use-keys.ts';

type KeysProps = { search: RefObject<HTMLInputElement | null>; main: RefObject<HTMLElement | null> };

/** What the keyboard does everywhere: the keys, the menu of commands, and the list of keys. */
export const Keys = ({ search, main }: KeysProps) => {
  const navigate = useNavigate();
  const may = useMayEach();
  const { invoices } = useSignedIn();
  const places = usePlaces();
  const [open, setOpen] = useState<'commands' | 'keys' | null>(null);
  const [single, setSingle] = useState(readSingleKeys);
  const byKey = useMemo(() => new Map(places.map(({ key, to }) => [key, () => void navigate({ to })])), [places, navigate]);
  const onCommands = useCallback(() => setOpen('commands'), []);
  const onHelp = useCallback(() => setOpen('keys'), []);
  useKeys({ search, main, places: byKey, single, onCommands, onHelp });
  const close = () => setOpen(null);
  if (open === 'commands') {
    return (
      <CommandMenu
        page={main}
        commands={[
          ...places.map(({ name, to, key }) => ({ name: `Go to ${name}`, keys: `g ${key}`, run: () => void navigate({ to }) })),
          ...(may('dispatchGoods') ? [{ name: 'Scan and send parcels', run: () => void navigate({ to: '/parcels/scan' }) }] : []),
          ...(may('writeInvoice') ? [{ name: 'Write an invoice', run: () => void navigate({ to: '/invoices/new' }) }] : []),
          { name: 'Keys', keys: '?', run: onHelp },
        ]}
        onOrder={may('seeOrders') ? (number) => void navigate({ to: '/orders/$number', params: { number } }) : null}
        onInvoice={may('seeInvoices') ? (number) => void navigate({ to: '/invoices/$number', params: { number } }) : null}
        invoices={invoices}
        onIssue={may('seeIssues') ? (number) => void navigate({ to: '/issues/$number', params: { number } }) : null}
        onFind={may('find') ? (q) => void navigate({ to: '/find', search: { q } }) : null}
        onClose={close}
      />
    );
  }
  if (open !== 'keys') return null;
  return (
    <KeyHelp
      keys={[
        ['Ctrl K', 'What can be done here'],
        ...(may('find') ? [['/', 'Find somebody or something'] as const] : []),
        ['j, k', 'Next row, row before'],
        ['Enter', 'Open the row'],
        ...places.map(({ name, key }) => [`g ${key}`, `Go to ${name}`] as const),
        ['?', 'This list'],
      ]}
      single={single}
      onSingle={(on) => {
        keepSingleKeys(on);
        setSingle(on);
      }}
      onClose={close}
    />
  );
};
