import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { DESK_LISTS, DeskListName } from '@newsstand/contracts/desk-lists';
import { DESK_REPORTS, DeskReportName } from '@newsstand/contracts/desk-reports';
import type { DeskVerb } from '@newsstand/contracts/desk-roles';
import { Button } from '@newsstand/ui/button';
import { classes } from '@newsstand/ui/classes';
import { Notice } from '@newsstand/ui/notice';
import tokens from '@newsstand/ui/tokens.module.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
  useRouterState,
  useLocation,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { StrictMode, useCallback, useEffect, useMemo, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { call, isForbidden, isRefusal, isSignedOut } from './call.ts';
import { CommandMenu, KeyHelp } from './commands.tsx';
import styles from './desk.module.css';
import { startUpToDate } from './outdated.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import { Batch } from './batch.tsx';
import { Books } from './books.tsx';
import { Find } from './find.tsx';
import { Good } from './good.tsx';
import { History, HistorySearch, Searches } from './history.tsx';
import { Import } from './import.tsx';
import { Imports } from './imports.tsx';
import { Jobs } from './jobs.tsx';
import { Issue, Issues } from './issues.tsx';
import { IssuePost } from './issue-post.tsx';
import { Invoice } from './invoice.tsx';
import { Invoices, InvoicesSearch } from './invoices.tsx';
import { NewInvoice } from './new-invoice.tsx';
import { NotForRole } from './not-for-role.tsx';
import { Order } from './order.tsx';
import { Orders, OrdersSearch } from './orders.tsx';
import { Parcels } from './parcels.tsx';
import { Reader } from './reader.tsx';
import { Readers, ReadersSearch } from './readers.tsx';
import { Closing, Closings } from './closings.tsx';
import { DonorLetters } from './donations.tsx';
import { Report, Reports, ReportSearch } from './reports.tsx';
import { Returned } from './returned.tsx';
import { Scan } from './scan.tsx';
import { ofDesk, sessionQuery, SignedInAs, useHeld, useMay, useMayEach, useSignedIn } from './session.tsx';
import { SignIn, SignInAgain, Welcome } from './sign-in.tsx';
import { Staff } from './staff.tsx';
import { Asked, Heading } from './page-parts.tsx';
import { Stock, StockSearch } from './stock.tsx';
import { Today } from './today.tsx';
import { keepSingleKeys, readSingleKeys, useKeys } from './use-keys.ts';
import { WorkList } from './work-list.tsx';

/**
 * A session that has ended is asked for anew, whichever call noticed it: then the door is shown. So is one whose person
 * may do less than before.
 */
const newClient = (): QueryClient => {
  const askWho = () => void client.invalidateQueries(sessionQuery);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isOtherwise(error) && query.queryKey[0] !== 'session') askWho();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isOtherwise(error)) askWho();
      },
    }),
    // What the service refused it refuses again; what it could not answer is worth one more try.
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && !isRefusal(error) },
    },
  });
  return client;
};
const isOtherwise = (error: Error): boolean => isSignedOut(error) || isForbidden(error);

function NoSuchPage() {
  return (
    <>
      <Heading text="There is no such page" />
      <p>
        The address may be mistyped, or of another desk. <Link to="/">Today</Link> has what waits.
      </p>
    </>
  );
}

/** What is shown of a page that breaks: the frame around it stays, and another page is read as ever. */
function Broken({ error, reset }: ErrorComponentProps) {
  const client = useQueryClient();
  return (
    <div className={styles['failed']}>
      <Heading text="This page broke" />
      <Notice kind="error" title="The desk could not show this page.">
        Nothing was changed by that; what was typed here and not sent is gone. If it stays so, tell a developer: ‘
        {error instanceof Error ? error.message : String(error)}’.
      </Notice>
      <Button
        kind="secondary"
        onClick={() => {
          // What was read may be what it broke at.
          client.removeQueries({ predicate: ofDesk });
          reset();
        }}
      >
        Try again
      </Button>
    </div>
  );
}

type PageVerb = DeskVerb | 'staff';
/** Of a page whose address says what of it is asked for; what there is none of, the page says itself. */
const ofReport = ({ report: name }: Readonly<Record<string, string>>): PageVerb => {
  const known = v.safeParse(DeskReportName, name);
  return known.success ? DESK_REPORTS[known.output].verb : 'seeReports';
};
const ofList = ({ list: name }: Readonly<Record<string, string>>): PageVerb => {
  const known = v.safeParse(DeskListName, name);
  return known.success ? DESK_LISTS[known.output] : 'staff';
};

const root = createRootRoute({ component: Door, notFoundComponent: NoSuchPage, staticData: { verb: 'staff' } });
const today = createRoute({ getParentRoute: () => root, path: '/', staticData: { verb: 'staff' }, component: Today });
const find = createRoute({
  getParentRoute: () => root,
  path: '/find',
  staticData: { verb: 'find' },
  validateSearch: v.object({ q: v.optional(v.string(), '') }),
  component: function FindPage() {
    return <Find q={find.useSearch().q} />;
  },
});
const reader = createRoute({
  getParentRoute: () => root,
  path: '/readers/$owner',
  staticData: { verb: 'seeReaders' },
  component: function ReaderPage() {
    return <Reader owner={reader.useParams().owner} />;
  },
});
const readers = createRoute({
  getParentRoute: () => root,
  path: '/readers',
  staticData: { verb: 'seeReaders' },
  validateSearch: ReadersSearch,
  component: function ReadersPage() {
    return <Readers search={readers.useSearch()} />;
  },
});
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  staticData: { verb: 'seeOrders' },
  validateSearch: OrdersSearch,
  component: function OrdersPage() {
    return <Orders search={orders.useSearch()} />;
  },
});
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$number',
  staticData: { verb: 'seeOrders' },
  component: function OrderPage() {
    return <Order number={order.useParams().number} />;
  },
});
const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  staticData: { verb: 'seeInvoices' },
  validateSearch: InvoicesSearch,
  component: function InvoicesPage() {
    return <Invoices state={invoices.useSearch().state} />;
  },
});
const newInvoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/new',
  staticData: { verb: 'writeInvoice' },
  component: NewInvoice,
});
const invoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$number',
  staticData: { verb: 'seeInvoices' },
  component: function InvoicePage() {
    return <Invoice number={invoice.useParams().number} />;
  },
});
const issues = createRoute({ getParentRoute: () => root, path: '/issues', staticData: { verb: 'seeIssues' }, component: Issues });
const issue = createRoute({
  getParentRoute: () => root,
  path: '/issues/$number',
  staticData: { verb: 'seeIssues' },
  component: function IssuePage() {
    return <Issue number={issue.useParams().number} />;
  },
});
const issuePost = createRoute({
  getParentRoute: () => root,
  path: '/issues/$number/post',
  staticData: { verb: 'makePostLists' },
  component: function IssuePostPage() {
    return <IssuePost number={issuePost.useParams().number} />;
  },
});
const imports = createRoute({ getParentRoute: () => root, path: '/imports', staticData: { verb: 'seeImports' }, component: Imports });
const oneImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$id',
  staticData: { verb: 'seeImports' },
  component: function ImportPage() {
    return <Import id={oneImport.useParams().id} />;
  },
});
const reports = createRoute({ getParentRoute: () => root, path: '/reports', staticData: { verb: 'seeReports' }, component: Reports });
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$report',
  staticData: { verb: ofReport },
  validateSearch: ReportSearch,
  component: function ReportPage() {
    return <Report name={report.useParams().report} search={report.useSearch()} />;
  },
});
const donations = createRoute({
  getParentRoute: () => root,
  path: '/reports/donors/letters',
  staticData: { verb: 'seeDonors' },
  component: DonorLetters,
});
const closings = createRoute({ getParentRoute: () => root, path: '/closings', staticData: { verb: 'seeReports' }, component: Closings });
const closing = createRoute({
  getParentRoute: () => root,
  path: '/closings/$month',
  staticData: { verb: 'seeReports' },
  component: function ClosingPage() {
    return <Closing month={closing.useParams().month} />;
  },
});
const parcels = createRoute({ getParentRoute: () => root, path: '/parcels', staticData: { verb: 'seeParcels' }, component: Parcels });
const scan = createRoute({ getParentRoute: () => root, path: '/parcels/scan', staticData: { verb: 'dispatchGoods' }, component: Scan });
const batch = createRoute({
  getParentRoute: () => root,
  path: '/parcels/batches/$number',
  staticData: { verb: 'seeParcels' },
  component: function BatchPage() {
    return <Batch number={batch.useParams().number} />;
  },
});
const returned = createRoute({
  getParentRoute: () => root,
  path: '/post/returned',
  staticData: { verb: 'returnToSender' },
  component: Returned,
});
const stock = createRoute({
  getParentRoute: () => root,
  path: '/stock',
  staticData: { verb: 'seeStock' },
  validateSearch: StockSearch,
  component: function StockPage() {
    return <Stock low={stock.useSearch().low} />;
  },
});
const good = createRoute({
  getParentRoute: () => root,
  path: '/stock/$type/$ref',
  staticData: { verb: 'seeStock' },
  component: function GoodPage() {
    const of = good.useParams();
    return <Good key={`${of.type} ${of.ref}`} of={of} />;
  },
});
const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$list',
  staticData: { verb: ofList },
  component: function ListPage() {
    return <WorkList list={list.useParams().list} />;
  },
});
const books = createRoute({ getParentRoute: () => root, path: '/books', staticData: { verb: 'seeBooks' }, component: Books });
const history = createRoute({
  getParentRoute: () => root,
  path: '/history',
  staticData: { verb: 'seeHistory' },
  validateSearch: HistorySearch,
  component: function HistoryPage() {
    return <History search={history.useSearch()} />;
  },
});
const searches = createRoute({ getParentRoute: () => root, path: '/searches', staticData: { verb: 'seeSearches' }, component: Searches });
const jobs = createRoute({ getParentRoute: () => root, path: '/jobs', staticData: { verb: 'seeJobs' }, component: Jobs });
const staff = createRoute({ getParentRoute: () => root, path: '/staff', staticData: { verb: 'seeStaff' }, component: Staff });
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome', staticData: { verb: 'staff' }, component: () => null });
const newRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      parcels,
      scan,
      returned,
      batch,
      stock,
      good,
      today,
      find,
      readers,
      reader,
      orders,
      order,
      invoices,
      newInvoice,
      invoice,
      issues,
      issue,
      issuePost,
      reports,
      report,
      donations,
      closings,
      closing,
      imports,
      oneImport,
      list,
      books,
      history,
      searches,
      jobs,
      staff,
      welcome,
    ]),
    defaultPreload: false,
    defaultErrorComponent: Broken,
    // As it was typed: the router would read 1.10 as the number 1.1, and a carrier's number as one that is rounded.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const said = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
      return said.length === 0 ? '' : `?${new URLSearchParams(said).toString()}`;
    },
  });

declare module '@tanstack/react-router' {
  /** `said`: what was done on the page before, for the page that it leads to. */
  interface HistoryState {
    said?: string;
  }
  /** Who may see a page: whoever has the verb of its main answer, or everybody who is signed in. No page is without. */
  interface StaticDataRouteOption {
    verb: PageVerb | ((params: Readonly<Record<string, string>>) => PageVerb);
  }
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}

/** Shows the desk at the address of the window, with nothing of before. Answers a function that takes it away. */
export function openDesk(place: Element): () => void {
  const [client, router, shown] = [newClient(), newRouter(), createRoot(place)];
  startUpToDate();
  shown.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <div className={styles['theme']}>
          <div className={tokens['root']}>
            <RouterProvider router={router} />
          </div>
        </div>
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => {
    shown.unmount();
    client.clear();
    router.history.destroy();
  };
}

/**
 * Nobody sees more than the door who is not signed in. Whose session ends finds the page as they left it once they are
 * signed in again; nobody else does.
 */
function Door() {
  const query = useQuery(sessionQuery);
  const { held, isAway } = useHeld(query.data);
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  if (query.data && held && !isWelcome) {
    return (
      <SignedInAs value={held}>
        <Frame key={held.person.email} isAway={isAway} />
        {isAway && <SignInAgain session={query.data} as={held.person.name} />}
      </SignedInAs>
    );
  }
  return (
    <Asked query={query} what="who is signed in" heading="The desk">
      {(session) => (isWelcome ? <Welcome session={session} /> : <SignIn session={session} />)}
    </Asked>
  );
}

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
function usePlaces(): Place[] {
  const may = useMayEach();
  return useMemo(() => PLACES.filter(({ verb }) => verb === null || may(verb)), [may]);
}

/** `isAway`: nobody is signed in; what is on the page stays, unseen and out of reach. */
function Frame({ isAway }: { isAway: boolean }) {
  const { magazine } = useSignedIn();
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Whoever listens hears where they are; the first page is read from its beginning anyway.
  const first = useRef(path);
  useEffect(() => {
    if (first.current === path) return;
    first.current = '';
    if (path !== '/find') main.current?.focus();
  }, [path]);
  return (
    <>
      <div className={classes(styles['frame'], isAway && styles['away'])}>
        <header className={styles['top']}>
          <Link to="/" className={styles['magazine']}>
            {magazine}
          </Link>
          <Search input={search} main={main} />
          <Who />
        </header>
        <Menu />
        <main ref={main} className={styles['main']} tabIndex={-1}>
          <OutdatedNotice />
          <Page />
        </main>
      </div>
      {!isAway && <Keys {...{ search, main }} />}
    </>
  );
}

/** The page of the address, for whoever may see it: nothing of one that they may not is shown, or asked for. */
function Page() {
  const needs = useRouterState({
    select: ({ matches }): PageVerb => {
      const { staticData: { verb } = { verb: 'staff' }, params = {} } = matches.at(-1) ?? {};
      return typeof verb === 'function' ? verb(params) : verb;
    },
  });
  const may = useMayEach();
  return needs === 'staff' || may(needs) ? <Outlet /> : <NotForRole verb={needs} />;
}

type KeysProps = { search: React.RefObject<HTMLInputElement | null>; main: React.RefObject<HTMLElement | null> };

/** What the keyboard does everywhere: the keys, the menu of commands, and the list of keys. */
const Keys = ({ search, main }: KeysProps) => {
  const navigate = useNavigate();
  const may = useMayEach();
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

type SearchProps = { input: React.RefObject<HTMLInputElement | null>; main: React.RefObject<HTMLElement | null> };

const Search = ({ input, main }: SearchProps) => {
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

/** What is of the house more than of its readers stands below a rule. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set<Place['to']>(['/imports', '/history', '/jobs', '/staff']);

/** What is no page of the menu, by the one that leads there. */
const UNDER: Readonly<Record<string, Place['to']>> = { closings: '/reports', searches: '/history', lists: '/', books: '/' };

const Menu = () => {
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

const Who = () => {
  const { person } = useSignedIn();
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: () => call(deskEndpoints.deskSignOut),
    onSuccess: () => {
      queries.clear();
      location.assign('/');
    },
  });
  return (
    <div className={styles['me']}>
      <span title={person.email}>
        {person.name}, {person.roles.join(', ')}
      </span>
      <Button kind="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign out
      </Button>
      {leave.isError && (
        <Notice kind="error">You are still signed in: {leave.error.message} Try again before you leave this machine.</Notice>
      )}
    </div>
  );
};
