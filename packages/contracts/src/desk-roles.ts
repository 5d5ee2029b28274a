import * as v from 'valibot';

/**
 * What somebody who works for the publisher does there; a person may have several, and the publisher of a small
 * magazine has them all.
 */
export const DESK_ROLES = ['publisher', 'circulation', 'service', 'shop', 'editor', 'accountant', 'developer'] as const;
export const DeskRole = v.picklist(DESK_ROLES);
export type DeskRole = v.InferOutput<typeof DeskRole>;

/** `proof`: wants the person's key, shown in the last five minutes. */
type Permission = { roles: readonly DeskRole[]; proof: boolean };

const to = (...roles: DeskRole[]): Permission => ({ roles, proof: false });
const provedTo = (...roles: DeskRole[]): Permission => ({ roles, proof: true });

/**
 * Which roles may do what at the desk: guard, menu and documentation read this table and nothing else, and what is not
 * in it nobody may do. A route names its verb, so there is no route without a line here.
 */
export const DESK_VERBS = {
  find: to('publisher', 'circulation', 'service', 'shop', 'accountant', 'developer'),
  seeNames: to('publisher', 'circulation', 'service', 'shop', 'accountant'),
  seeReaders: to('publisher', 'circulation', 'service', 'accountant'),
  seeOrders: to('publisher', 'circulation', 'service', 'shop', 'accountant', 'developer'),
  seeInvoices: to('publisher', 'service', 'accountant'),
  writeInvoice: to('publisher', 'service', 'accountant'),
  changeInvoice: to('publisher', 'accountant'),
  seeZones: to('publisher', 'circulation', 'service', 'accountant'),
  writeNote: to('publisher', 'circulation', 'service'),
  changeAddressFor: to('publisher', 'circulation', 'service'),
  switchAutorenewFor: to('publisher', 'circulation', 'service'),
  endSessionsFor: to('publisher', 'circulation', 'service'),
  resendLetter: to('publisher', 'circulation', 'service'),
  cancelSubscription: to('publisher', 'circulation', 'service'),
  compSubscription: to('publisher', 'circulation', 'service'),
  endDonationFor: to('publisher', 'circulation', 'service'),
  leaveListFor: to('publisher', 'circulation', 'service'),
  seeAsReader: to('publisher', 'circulation', 'service'),
  askToErase: to('publisher', 'circulation'),
  eraseReader: provedTo('publisher', 'circulation'),
  seeOrderMoney: to('publisher', 'circulation', 'service', 'shop', 'accountant'),
  refundOrder: provedTo('publisher', 'service', 'shop', 'accountant'),
  approveRefund: provedTo('publisher', 'accountant'),
  decideMoneyBack: to('publisher', 'service', 'accountant'),
  seeRefundsToApprove: to('publisher', 'accountant'),
  seeParcels: to('publisher', 'shop'),
  dispatchGoods: to('publisher', 'shop'),
  packBatch: to('publisher', 'shop'),
  takeBatch: provedTo('publisher', 'shop'),
  seeStock: to('publisher', 'shop'),
  adjustStock: to('publisher', 'shop'),
  takeBack: to('publisher', 'circulation', 'service', 'shop', 'editor', 'accountant'),
  sendLogin: to('publisher', 'circulation', 'service'),
  sendCopy: to('publisher', 'circulation', 'service'),
  exportReader: to('publisher', 'circulation', 'service'),
  exportPeople: provedTo('publisher', 'circulation'),
  exportRecords: provedTo('publisher', 'accountant'),
  seeReadersToReach: to('publisher', 'circulation', 'service'),
  seeMoneyToDecide: to('publisher', 'service', 'accountant'),
  seeIssues: to('publisher', 'circulation', 'editor'),
  planRelease: provedTo('publisher', 'circulation', 'editor'),
  stopRelease: to('publisher', 'circulation', 'editor'),
  makePostLists: to('publisher', 'circulation'),
  seeImports: to('publisher', 'circulation'),
  importReaders: to('publisher', 'circulation'),
  applyImport: provedTo('publisher', 'circulation'),
  writeToImported: provedTo('publisher', 'circulation'),
  takeRefused: provedTo('publisher', 'circulation'),
  printLabels: to('publisher', 'circulation', 'shop'),
  exportLabels: provedTo('publisher', 'circulation'),
  uploadIssueFile: to('publisher', 'editor'),
  returnToSender: to('publisher', 'circulation', 'service'),
  seeReports: to('publisher', 'circulation', 'accountant'),
  seeDonors: to('publisher', 'accountant'),
  writeToDonors: provedTo('publisher', 'accountant'),
  seeSearches: to('publisher'),
  seeJobs: to('publisher', 'developer'),
  retryJob: to('publisher', 'developer'),
  seeBooks: to('publisher', 'accountant', 'developer'),
  closeMonth: provedTo('publisher', 'accountant'),
  seeHistory: to('publisher', 'accountant'),
  seeStaff: to('publisher'),
  changeStaff: provedTo('publisher'),
  inviteStaff: provedTo('publisher'),
  addKey: provedTo(...DESK_ROLES),
} as const satisfies Record<string, Permission>;
export type DeskVerb = keyof typeof DESK_VERBS;

/** Which roles may do it. */
export const rolesOf = (verb: DeskVerb): readonly DeskRole[] => DESK_VERBS[verb].roles;

/** Whether one of somebody's roles may do it. */
export function mayDo(roles: readonly DeskRole[], verb: DeskVerb): boolean {
  return rolesOf(verb).some((role) => roles.includes(role));
}

/** Whether it is theirs to take back what was done: whoever may do that itself. `verb` is as the history has it. */
export function mayTakeBack(roles: readonly DeskRole[], verb: string): boolean {
  const permission = Object.entries<Permission>(DESK_VERBS).find(([name]) => name === verb)?.[1];
  return mayDo(roles, 'takeBack') && permission !== undefined && permission.roles.some((role) => roles.includes(role));
}

/** Whether it wants a key that was shown a moment ago, besides the role. */
export function wantsProof(verb: DeskVerb): boolean {
  const permission: Permission = DESK_VERBS[verb];
  return permission.proof;
}
