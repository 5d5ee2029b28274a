import type { DeskVerb } from '@newsstand/contracts/desk-roles';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import styles from '../parts/desk.module.css';
import { useMayEach } from '../session/session.tsx';
import { readSingleKeys } from './use-keys.ts';

type Place = {
  name: string;
  to:
    | '/'
    | '/find'
    | '/readers'
    | '/orders'
    | '/invoices'
    | '/reports'
    | '/history'
    | '/jobs'
    | '/staff'
    | '/parcels'
    | '/post/returned'
    | '/stock'
    | '/issues'
    | '/imports';
  key: string;
  verb: DeskVerb | null;
};

/** The pages of the menu, each with what is pressed after `g`. */
const PLACES: readonly Place[] = [
  { name: 'Today', to: '/', key: 't', verb: null },
  { name: 'Find', to: '/find', key: 'f', verb: 'find' },
  { name: 'Readers', to: '/readers', key: 'r', verb: 'seeReaders' },
  { name: 'Orders', to: '/orders', key: 'o', verb: 'seeOrders' },
  { name: 'Issues', to: '/issues', key: 'n', verb: 'seeIssues' },
  { name: 'Returned', to: '/post/returned', key: 'b', verb: 'returnToSender' },
  { name: 'Parcels', to: '/parcels', key: 'p', verb: 'seeParcels' },
  { name: 'Stock', to: '/stock', key: 'k', verb: 'seeStock' },
  { name: 'Invoices', to: '/invoices', key: 'i', verb: 'seeInvoices' },
  { name: 'Reports', to: '/reports', key: 'e', verb: 'seeReports' },
  { name: 'Imports', to: '/imports', key: 'm', verb: 'seeImports' },
  { name: 'History', to: '/history', key: 'h', verb: 'seeHistory' },
  { name: 'Jobs', to: '/jobs', key: 'j', verb: 'seeJobs' },
  { name: 'Staff', to: '/staff', key: 's', verb: 'seeStaff' },
];

/** Those of whoever is signed in. */
export function usePlaces(): Place[] {
  const may = useMayEach();
  return useMemo(() => PLACES.filter(({ verb }) => verb === null || may(verb)), [may]);
}

/** What is of the house more than of its readers stands below a rule. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set<Place['to']>(['/imports', '/history', '/jobs', '/staff']);

/** What is no page of the menu, by the one that leads there. */
const UNDER: Readonly<Record<string, Place['to']>> = { closings: '/reports', searches: '/history', lists: '/', books: '/' };

export const Menu = () => {
  const places = usePlaces();
  const house = places.find(({ to }) => OF_THE_HOUSE.has(to));
  // Whoever switched off the keys that are pressed alone is not told of them.
  const keys = readSingleKeys();
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const under = UNDER[pathname.split('/')[1] ?? ''];
  const place = under ?? places.find(({ to }) => to === pathname || pathname.startsWith(`${to}/`))?.to ?? '/';
  // On a phone the menu is wider than the page, and as wide as it is held: where one is, is seen in it.
  useEffect(() => {
    const seeHere = () => {
      const here = menu.current?.querySelector(`a[href="${CSS.escape(place)}"]`)?.getBoundingClientRect();
      const shown = menu.current?.getBoundingClientRect();
      if (here && shown) menu.current?.scrollBy({ left: here.left - shown.left - (shown.width - here.width) / 2 });
    };
    seeHere();
    window.addEventListener('resize', seeHere);
    return () => window.removeEventListener('resize', seeHere);
  }, [place]);
  return (
    <nav aria-label="Desk" className={styles['menu']} ref={menu}>
      <ul>
        {places.map(({ name, to, key }) => (
          <li key={to} className={to === house?.to ? styles['house'] : undefined}>
            <Link
              to={to}
              aria-current={to === under ? 'page' : undefined}
              data-keys={keys ? `g ${key}` : undefined}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
