import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import type { AppContext } from '../../platform/http/app-env.ts';

const TAKING = Object.values<DeskEndpoint>(deskEndpoints).filter(({ raw }) => raw !== undefined);
const typeOf = (c: AppContext) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/**
 * Whether a request brings a file: it has a limit of its own, and its type is none that a form of another page can send
 * either.
 */
export const takesFile = (c: AppContext): boolean =>
  TAKING.some(({ method, path, raw }) => c.req.method === method && c.req.path === path && typeOf(c) === raw?.[0]);
