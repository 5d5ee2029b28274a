import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/**
 * What every request carries; `viewOnly`: staff looks at a reader's account (`view-only.ts`). The bindings are absent
 * where a test calls the app without a server.
 */
export type AppEnv = { Bindings: Partial<HttpBindings>; Variables: { requestId: string; viewOnly: boolean } };
export type AppContext = Context<AppEnv>;
export type Routes = Hono<AppEnv>;
