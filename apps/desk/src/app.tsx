import tokens from '@newsstand/ui/tokens.module.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrokenPage } from './frame/broken-page.tsx';
import styles from './parts/desk.module.css';
import { firstRoutes } from './first/first-routes.ts';
import { goodsRoutes } from './goods/goods-routes.ts';
import { houseRoutes } from './house/house-routes.ts';
import { issuesRoutes } from './issues/issues-routes.ts';
import { moneyRoutes } from './money/money-routes.ts';
import { newClient } from './session/new-client.ts';
import { startUpToDate } from './session/outdated.ts';
import { readersRoutes } from './readers/readers-routes.ts';
import { reportsRoutes } from './reports/reports-routes.ts';
import { root } from './frame/root-route.ts';
import { sessionQuery } from './session/session.tsx';

const newRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      ...firstRoutes,
      ...readersRoutes,
      ...moneyRoutes,
      ...issuesRoutes,
      ...goodsRoutes,
      ...reportsRoutes,
      ...houseRoutes,
    ]),
    defaultPreload: false,
    defaultErrorComponent: BrokenPage,
    // As it was typed: the router would read 1.10 as the number 1.1, and a carrier's number as one that is rounded.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const named = Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
      return named.length === 0 ? '' : `?${new URLSearchParams(named).toString()}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}

/** Shows the desk at the address of the window, with nothing of before. Answers a function that takes it away. */
export function openDesk(place: Element): () => void {
  const [client, router, shown] = [newClient(), newRouter(), createRoot(place)];
  startUpToDate();
  // Beside the page's code, which is fetched before anything is shown.
  void client.prefetchQuery(sessionQuery);
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
