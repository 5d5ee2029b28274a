import { useMemo } from 'react';
import { deleteAccount, deleteCode, deletePreview, exportAccount } from '@newsstand/contracts/account-data-endpoints';
import { createTableApi, type TableApi } from '@newsstand/ui/call-table';
import type { Known } from '../widget.ts';

const dataCalls = { exportAccount, deletePreview, deleteCode, deleteAccount };

/** The calls of the page of a reader's data: their schemas come with that page. */
export const useDataApi = ({ context }: Known): TableApi<typeof dataCalls> =>
  useMemo(() => createTableApi(context.api, dataCalls), [context.api]);
