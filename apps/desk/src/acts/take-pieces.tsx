import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { RefundOrder, RefundPlan } from '@newsstand/contracts/desk-refund';
import { formatCents } from '@newsstand/contracts/money';
import { ActDialog, endLetterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { proved } from '../session/show-key.ts';
import { moneyFacts, useMoneyOf, useRefundPlan, type OfOrder } from './refund-acts.tsx';
import { takenAway } from './refund-line.tsx';
import { useSignedIn } from '../session/session.tsx';

type Props = OfOrder & { onDone: (message: string) => void; onClose: () => void };
type Asked = Omit<RefundOrder, 'action' | 'version'>;

/**
 * Takes away the goods of an order that was paid back while they are held for it and not sent: they are in stock again,
 * and no money moves.
 */
export const TakePieces = ({ order, owner, name, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const money = useMoneyOf(order.id);
  const { plan, send } = useRefundPlan<Asked>(order, (body, query) =>
    proved(session, () => call(moneyEndpoints.deskRefundOrder, { params: { order: order.id }, query, body })),
  );
  const held = plan === null ? [] : heldOf(plan);
  const lines = held.map(({ ordinal, pieces }) => ({ ordinal, quantity: pieces, amount: 0, came_back: false }));
  return (
    <ActDialog
      title={`Goods of order ${order.number}${name === '' ? '' : `, ${name}`}`}
      verb="Take them away"
      owner={owner}
      shown={{ now: money, says: moneyFacts }}
      wish={{ reason: 'mended', note: 'They were paid back before.', method: 'card', reference: '', shipping: 0, redeemed: 'keep', lines }}
      version={({ plan: would }) => would.version}
      send={send}
      idle={plan !== null && held.length === 0 ? 'Nothing of it is held any more.' : undefined}
      ready={(would) => would !== undefined && would.plan.lines.some(({ takes }) => takes > 0)}
      happens={({ plan: would }) => [...takenAway(would), 'No money moves by this: it went back already.', endLetterLine(would, 'mended')]}
      done={({ plan: did }) =>
        did.happens.dropped === 1 ? 'One piece is in stock again.' : `${did.happens.dropped} pieces are in stock again.`
      }
      {...{ onDone, onClose }}
    >
      {plan !== null && (
        <div className={styles['fields']}>
          <p>
            Of {formatCents(plan.total)} in all {formatCents(plan.gone)} went back, and these are held for it:
          </p>
          <ul>
            {held.map(({ ordinal, name: what, detail, pieces }) => (
              <li key={ordinal}>{[`${pieces} × ${what}`, detail].filter((part) => part !== null).join(', ')}</li>
            ))}
          </ul>
        </div>
      )}
    </ActDialog>
  );
};

/** Lines of which nothing more can go back, with the pieces that are not sent. */
const heldOf = ({ lines }: RefundPlan) =>
  lines.flatMap(({ held = 0, most, quantity, taken, ...line }) => {
    const pieces = Math.min(held, quantity - taken);
    return pieces > 0 && most === 0 ? [{ ...line, pieces }] : [];
  });
