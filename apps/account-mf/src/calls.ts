import { accountEndpoints } from '@newsstand/contracts/account-endpoints';
import { cardEndpoints } from '@newsstand/contracts/card-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';

const { subscriber, changeName, resetEmail, confirmEmail, saveAddress, changeAddress, deleteAddress } = accountEndpoints;
const { changeDonation, stopDonation, exportAccount, deletePreview, deleteCode, deleteAccount, openAdminView } = accountEndpoints;

/** The calls of this remote; what only one page needs stands with that page. */
export const calls = {
  subscriber,
  changeName,
  resetEmail,
  confirmEmail,
  saveAddress,
  changeAddress,
  deleteAddress,
  changeDonation,
  stopDonation,
  exportAccount,
  deletePreview,
  deleteCode,
  deleteAccount,
  openAdminView,
  ...cardEndpoints,
};
export type Api = TableApi<typeof calls>;
