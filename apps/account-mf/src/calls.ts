import {
  changeAddress,
  changeDonation,
  changeName,
  claimSubscription,
  confirmEmail,
  deleteAddress,
  issueLetters,
  openAdminView,
  resetEmail,
  saveAddress,
  stopDonation,
  subscriber,
  withdrawEmail,
} from '@newsstand/contracts/account-endpoints';
import { autorenew, deleteCard, donationRestart, donationSetup, keepCard, paymentSetup } from '@newsstand/contracts/card-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';

/** The calls of this remote; what only one page needs stands with that page. */
export const calls = {
  subscriber,
  changeName,
  claimSubscription,
  resetEmail,
  confirmEmail,
  withdrawEmail,
  saveAddress,
  changeAddress,
  deleteAddress,
  changeDonation,
  stopDonation,
  issueLetters,
  openAdminView,
  paymentSetup,
  keepCard,
  deleteCard,
  autorenew,
  donationSetup,
  donationRestart,
};
export type Api = TableApi<typeof calls>;
