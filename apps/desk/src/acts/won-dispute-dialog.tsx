import { historyEndpoints } from '@newsstand/contracts/desk-endpoints-history';
import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { DeskMoneyBack, DeskRefund, GivenBack } from '@newsstand/contracts/desk-refund';
import type { NextRenewal } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import { useCallback, useRef, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Choice } from '../parts/filters.tsx';
import { givenBackWords, putOffLine, renewsLine } from './given-back.ts';
import { moneyFacts, orAnew, useMoneyAnew, useMoneyOf, type OfOrder } from './refund-acts.tsx';
import { useSignedIn } from '../session/session.tsx';
import { proved } from '../session/show-key.ts';
import { day } from '../parts/words.ts';

const LEAVE = { leave: 'Leave it as it is' };
const WAYS = { give: 'Give back what was taken away', ...LEAVE };
type Props = OfOrder & { won: DeskMoneyBack; took: DeskRefund | null; onDone: (message: string) => void; onClose: () => void };

/** Decides what becomes of what was taken away for a bank's dispute that was won since: the reader has paid. */
export const WonDialog = ({ won, took, order, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const anew = useMoneyAnew(order);
  const money = useMoneyOf(order.id);
  const { id: decides, also } = won;
  const [settled] = useState(took?.settled ?? false);
  // What a refund took away, and each subscription that was ended by itself, are actions of their own.
  const [ended] = useState(() =>
    [...(won.ended == null ? [] : [won.ended]), ...also].map((done) => ({ done, action: crypto.randomUUID() })),
  );
  const [way, setWay] = useState<keyof typeof WAYS>(took?.undo === false ? 'leave' : 'give');
  const version = useRef('');
  const send = useCallback(
    async ({ gives }: { gives: boolean }, { action, dry }: { action: string; dry: boolean }): Promise<Would> => {
      const query: Record<string, string> = dry ? { dry: '' } : {};
      const give = async () => {
        const body = { action, method: 'undo' as const, reference: '', settled };
        const asked = took && (() => call(moneyEndpoints.deskRetryRefund, { params: { refund: took.id }, query, body }));
        const given = asked === null ? undefined : (await proved(session, asked)).given;
        const goOn: Would['goOn'] = [];
        for (const { done, action: another } of ended) {
          goOn.push(await call(historyEndpoints.deskTakeBack, { params: { done }, query, body: { action: another, decides } }));
        }
        return { given, goOn };
      };
      const leave = async () => {
        const body = { action, reason: 'mended' as const, version: version.current, lines: [], redeemed: 'keep' as const };
        const { plan } = await call(moneyEndpoints.deskDecideMoneyBack, { params: { back: decides }, query, body });
        version.current = plan.version;
        return { given: undefined, goOn: [] };
      };
      const would = await orAnew(anew, gives ? give : leave);
      if (!dry) await anew();
      return would;
    },
    [session, anew, took, settled, ended, decides],
  );
  const gives = way === 'give';
  return (
    <ActDialog
      title={`Dispute about order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb={gives ? 'Give it back' : 'Leave it'}
      owner={owner}
      shown={{ now: money, says: moneyFacts, typed: { 'Money of this order': gives ? 'Given back what was taken away' : 'Left as it is' } }}
      wish={{ gives }}
      send={send}
      ready={(would) => would !== undefined}
      happens={({ given, goOn }) =>
        gives
          ? [...(took === null ? [] : givenBackWords(given)), ...goOnWords(goOn, took !== null)]
          : [
              'What was taken away stays taken, and nobody is written to.',
              `The ${formatCents(won.amount)} stay here: ‘Pay back…’ is on the order’s page.`,
            ]
      }
      done={() => (gives ? 'It was given back.' : 'It was left as it is.')}
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <p>
          A bank took {formatCents(won.amount)} on {day(won.created)}, and gave them back: the dispute was won.{' '}
          {took === null
            ? `${ended.length === 1 ? 'The subscription that the order had paid for was' : 'Subscriptions that the order had paid for were'} ended meanwhile.`
            : `What the order had paid for was taken away meanwhile, ${day(took.created)}${took.who === '' ? '' : `, by ${took.who}`}.`}
        </p>
        {took?.undo === false && (
          <p>
            {took.went
              ? 'It cannot be given back: money of this order went back since.'
              : 'It cannot be given back: what it was is not known any more, or came back itself.'}
          </p>
        )}
        <Choice
          label="What was taken away"
          name="way"
          value={way}
          options={took?.undo === false ? LEAVE : WAYS}
          onChange={(value) => setWay(value ?? 'leave')}
        />
      </div>
    </ActDialog>
  );
};

/** What is given back: by a refund, and of subscriptions that were ended by themselves how each goes on. */
type Would = {
  given: GivenBack | undefined;
  goOn: { renews?: boolean | null | undefined; renewal?: NextRenewal | null | undefined; put_off?: NextRenewal | null | undefined }[];
};

/** Subscriptions that were ended by themselves, `beside` what a refund took away. */
function goOnWords(goOn: Would['goOn'], beside: boolean): (string | null)[] {
  if (goOn.length === 0) return [];
  return [
    goOn.length === 1
      ? `The subscription${beside ? ' that was ended by itself' : ''} goes on: a letter says so.`
      : `${goOn.length} subscriptions${beside ? ' that were ended by themselves' : ''} go on: letters say so.`,
    ...goOn.map(({ renews, renewal }) => renewsLine(renews, renewal ? [renewal] : [])),
    putOffLine(goOn.flatMap(({ put_off: putOff }) => putOff ?? [])),
  ];
}
