import { AutorenewSwitched } from '@newsstand/contracts/desk-verbs';
import { isCharging, mustRenew, writeAutorenew } from '../../account/switch-autorenew.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { nextRenewal } from '../next-renewal.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { withAccount } from '../known-reader.ts';

type SwitchDeps = Parameters<typeof cancelAtOnce>[0] & Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/**
 * Switches autorenew for a reader, as they do it themselves. Refuses (409) where it is so already, since somebody else
 * was first, and to switch it on without a means of payment on record, or where nothing would ever renew.
 */
export async function switchAutorenewFor(
  deps: SwitchDeps,
  person: Person,
  { on, ...asked }: Asked & { on: boolean },
): Promise<AutorenewSwitched> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  const action = actionOf('switchAutorenewFor', on ? 'on' : 'off', asked);
  const switched = await act(deps, { person: person.id }, action, AutorenewSwitched, async (tx) => {
    const reader = await withAccount(tx, publicationId, owner);
    await tx.$queryRaw`select 1 from account where id = ${owner}::uuid for no key update`;
    const account = await tx.account.findUniqueOrThrow({ where: { id: owner }, select: { autorenewSince: true } });
    if ((account.autorenewSince !== null) === on) throw new Refusal(409, on ? deskText('renews_already') : deskText('renews_no_more'));
    const before = await nextRenewal(tx, publicationId, owner);
    const { noticed } = await writeAutorenew(tx, deps, owner, on, 'staff');
    if (on) await mustRenew(tx, deps, owner);
    const renewal = on ? await nextRenewal(tx, publicationId, owner) : before;
    const charging = !on && (await isCharging(tx, publicationId, owner));
    // The notice of a renewal says so, too: one letter is enough.
    const letter = noticed
      ? reader.email
      : await tell(tx, deps, asked, reader, on ? { kind: 'autorenew-on' } : { kind: 'autorenew-off', payload: { charging } });
    return { from: { on: !on }, to: { on }, result: { on, renewal, charging, letter } };
  });
  if (!on && !asked.dry) await cancelAtOnce(deps, owner);
  return switched;
}
