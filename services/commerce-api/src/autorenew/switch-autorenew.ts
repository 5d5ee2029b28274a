import { cancelAtOnce } from '../calendar/cancel-abandoned.ts';
import { followAutorenew } from '../calendar/follow-autorenew.ts';
import type { Deps } from '../deps.ts';
import { cardRefusal } from '../card/refuse-payment.ts';

/**
 * Switches autorenew to what it shall be, or, with null, the other way than it is: one statement, so that two tabs that press at once each have
 * their turn. What the calendar will charge follows it, and what another tab could still confirm. Refuses (409) to switch it on without a means of payment on record.
 */
export async function switchAutorenew(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication' | 'stripe' | 'log' | 'metrics' | 'reached'>,
  accountId: string,
  wanted: boolean | null,
): Promise<boolean> {
  const isOn = await deps.db.$transaction(async (tx) => {
    const [account] = await tx.$queryRaw<{ autorenew: boolean }[]>`
      update account set autorenew_since = case when coalesce(${wanted}::boolean, autorenew_since is null) then coalesce(autorenew_since, ${deps.clock()}) end
      where id = ${accountId}::uuid and (method is not null or not coalesce(${wanted}::boolean, autorenew_since is null))
      returning autorenew_since is not null as autorenew`;
    if (!account) throw cardRefusal(deps, 409, 'no_card');
    await followAutorenew(tx, deps, accountId);
    return account.autorenew;
  });
  if (!isOn) await cancelAtOnce(deps, accountId);
  return isOn;
}
