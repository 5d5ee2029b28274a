import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { Button } from '@newsstand/ui/button';
import tokens from '@newsstand/ui/tokens.module.css';
import { QueryCache, QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { call, CallError } from './call.ts';
import styles from './desk.module.css';
import { Find } from './find.tsx';
import { History, Staff } from './history.tsx';
import { Order } from './order.tsx';
import { Orders, OrdersSearch } from './orders.tsx';
import { Reader } from './reader.tsx';
import { Readers, ReadersSearch } from './readers.tsx';
import { sessionQuery, SignedInAs, useMay, useSignedIn } from './session.tsx';
import { SignIn, Welcome } from './sign-in.tsx';
import { Asked, Heading } from './state.tsx';
import { Today } from './today.tsx';
import { useKeys } from './use-keys.ts';
import { WorkList } from './work-list.tsx';

/** A session that has ended is asked for anew, whichever call noticed it: then the door is shown. */
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (error instanceof CallError && error.status === 401 && query.queryKey[0] !== 'session')
        void client.invalidateQueries(sessionQuery);
    },
  }),
  // What the service refused it refuses again; what it could not answer is worth one more try.
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 1 && !(error instanceof CallError && error.status >= 400 && error.status < 500) },
  },
});

const root = createRootRoute({ component: Door, notFoundComponent: () => <Heading text="There is no such page" /> });
const today = createRoute({ getParentRoute: () => root, path: '/', component: Today });
const find = createRoute({
  getParentRoute: () => root,
  path: '/find',
  validateSearch: v.object({ q: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''), '') }),
  component: function FindPage() {
    return <Find q={find.useSearch().q} />;
  },
});
const reader = createRoute({
  getParentRoute: () => root,
  path: '/readers/$owner',
  component: function ReaderPage() {
    return <Reader owner={reader.useParams().owner} />;
  },
});
const readers = createRoute({
  getParentRoute: () => root,
  path: '/readers',
  validateSearch: ReadersSearch,
  component: function ReadersPage() {
    return <Readers segment={readers.useSearch().segment} />;
  },
});
const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: OrdersSearch,
  component: function OrdersPage() {
    return <Orders search={orders.useSearch()} />;
  },
});
const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$number',
  component: function OrderPage() {
    return <Order number={order.useParams().number} />;
  },
});
const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$list',
  component: function ListPage() {
    return <WorkList list={list.useParams().list} />;
  },
});
const history = createRoute({ getParentRoute: () => root, path: '/history', component: History });
const staff = createRoute({ getParentRoute: () => root, path: '/staff', component: Staff });
const welcome = createRoute({ getParentRoute: () => root, path: '/welcome', component: () => null });
const router = createRouter({
  routeTree: root.addChildren([today, find, readers, reader, orders, order, list, history, staff, welcome]),
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export const App = () => (
  <QueryClientProvider client={client}>
    <div className={styles['theme']}>
      <div className={tokens['root']}>
        <RouterProvider router={router} />
      </div>
    </div>
  </QueryClientProvider>
);

/** Nobody sees more than the door who is not signed in. */
function Door() {
  const query = useQuery(sessionQuery);
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  if (query.data?.person && !isWelcome) {
    return (
      <SignedInAs value={{ ...query.data, person: query.data.person }}>
        <Frame />
      </SignedInAs>
    );
  }
  return (
    <Asked query={query} what="who is signed in" heading="The desk">
      {(session) => (isWelcome ? <Welcome session={session} /> : <SignIn session={session} />)}
    </Asked>
  );
}

function Frame() {
  const { magazine } = useSignedIn();
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useKeys({ search, main });
  // Whoever listens hears where they are; the first page is read from its beginning anyway.
  const first = useRef(path);
  useEffect(() => {
    if (first.current === path) return;
    first.current = '';
    if (path !== '/find') main.current?.focus();
  }, [path]);
  return (
    <div className={styles['frame']}>
      <header className={styles['top']}>
        <Link to="/" className={styles['magazine']}>
          {magazine}
        </Link>
        <Search input={search} />
        <Who />
      </header>
      <Menu />
      <main ref={main} className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

const Search = ({ input }: { input: React.RefObject<HTMLInputElement | null> }) => {
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
    void navigate({ to: '/find', search: { q: typed.trim() } });
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

const Menu = () => {
  const may = {
    find: useMay('find'),
    readers: useMay('seeReaders'),
    orders: useMay('seeOrders'),
    history: useMay('seeHistory'),
    staff: useMay('seeStaff'),
  };
  const exact = { activeOptions: { exact: true, includeSearch: false } };
  return (
    <nav aria-label="Desk" className={styles['menu']}>
      <ul>
        <li>
          <Link to="/" {...exact}>
            Today
          </Link>
        </li>
        {may.find && (
          <li>
            <Link to="/find" search={{ q: '' }} {...exact}>
              Find
            </Link>
          </li>
        )}
        {may.readers && (
          <li>
            <Link to="/readers" search={{ segment: 'running' }} activeOptions={{ includeSearch: false }}>
              Readers
            </Link>
          </li>
        )}
        {may.orders && (
          <li>
            <Link to="/orders" activeOptions={{ includeSearch: false }}>
              Orders
            </Link>
          </li>
        )}
        {may.history && (
          <li>
            <Link to="/history" {...exact}>
              History
            </Link>
          </li>
        )}
        {may.staff && (
          <li>
            <Link to="/staff" {...exact}>
              Staff
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
};

const Who = () => {
  const { person } = useSignedIn();
  const queries = useQueryClient();
  const leave = async () => {
    await call(deskEndpoints.deskSignOut).catch(() => undefined);
    queries.clear();
    location.assign('/');
  };
  return (
    <p className={styles['me']}>
      <span title={person.email}>
        {person.name}, {person.roles.join(', ')}
      </span>
      <Button kind="quiet" changes onClick={() => void leave()}>
        Sign out
      </Button>
    </p>
  );
};
