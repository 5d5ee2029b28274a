import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/** What every request carries. The bindings are absent where a test calls the app without a server. */
export type AppEnv = { Bindings: Partial<HttpBindings>; Variables: { requestId: string } };
export type AppContext = Context<AppEnv>;
export type Routes = Hono<AppEnv>;
