import { endpoints, type EndpointName } from '@newsstand/contracts/endpoints';
import { createTableApi, type InputOf, type ResultOf, type TableApi } from './call-table.ts';

export type CallInput<Name extends EndpointName> = InputOf<(typeof endpoints)[Name]>;
export type CallResult<Name extends EndpointName> = ResultOf<(typeof endpoints)[Name]>;
export type Api = TableApi<typeof endpoints>;

/** Calls every endpoint of the product at `base`, '' for the page's own origin. */
export const createApi = (base: string): Api => createTableApi(base, endpoints);
