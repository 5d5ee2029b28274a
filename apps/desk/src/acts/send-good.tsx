import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import { COPY_REASONS } from '@newsstand/contracts/desk-verbs';
import { useState } from 'react';
import { ActDialog, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { ReasonField, SelectField } from '../parts/select-field.tsx';

type Line = DeskOrder['lines'][number];
type Props = { order: DeskOrder; line: Line; onDone: (message: string) => void; onClose: () => void };
type Reason = (typeof COPY_REASONS)[number];

const againOf = ({ posted }: Line): number => posted?.again ?? 0;
const againWords = (again: number): string => (again === 0 ? 'None sent again' : `${again} sent again`);
const pieces = (count: number): string => (count === 1 ? 'one piece' : `${count} pieces`);
const nameOf = ({ name, detail }: Line): string => [name, detail].filter((part) => part !== null).join(', ');

/** That post comes back, and from where: what is sent to the same place again may come back as well. */
const returnedWords = (returned: string[], to: string[]): string =>
  returned.slice(1).join() === to.slice(1).join()
    ? 'Post comes back from there: ask them first where they live.'
    : `Post comes back from ${returned.join(', ')}, which they named later: ask them first where they live.`;

/**
 * Pieces of an order once more, which were sent and did not arrive as they should: an order of nothing, packed and sent
 * as any.
 */
export const SendGood = ({ order, line, onDone, onClose }: Props) => {
  const most = line.posted?.sent ?? 0;
  const [count, setCount] = useState('1');
  const [reason, setReason] = useState<Reason>('lost');
  const asked = againOf(order.lines.find(({ ordinal }) => ordinal === line.ordinal) ?? line);
  return (
    <ActDialog
      title={`Send ${nameOf(line)} again`}
      verb={`Send ${pieces(Number(count))} again`}
      about={['order', order.number]}
      shown={{
        now: order,
        says: ({ lines }) => ({ [nameOf(line)]: againWords(againOf(lines.find(({ ordinal }) => ordinal === line.ordinal) ?? line)) }),
        history: ({ history }) => history,
      }}
      wish={{ ordinal: line.ordinal, quantity: Number(count), reason }}
      send={(wish, { action, dry }) =>
        call(moneyEndpoints.deskSendGood, { params: { order: order.id }, query: dry ? { dry: '' } : {}, body: { action, asked, ...wish } })
      }
      happens={({ address, moved, returned, stock, letter }) => [
        `${count === '1' ? 'One piece is' : `${count} pieces are`} held for them in an order of its own and wait${count === '1' ? 's' : ''} under Parcels${address === null ? '.' : `, for ${address.join(', ')}.`}`,
        moved ? 'They live there by now: the order went to another address.' : null,
        returned && address && returnedWords(returned, address),
        `${stock === 1 ? 'One is' : `${stock} are`} left in stock then.`,
        ...(asked > 0 ? [`${asked === 1 ? 'One was' : `${asked} were`} sent again before.`] : []),
        'Nothing is charged, and there is no receipt.',
        letterLine(letter, reason),
      ]}
      done={({ number, letter }) => `It waits under Parcels as order ${number}. ${letterLine(letter, reason)}`}
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <SelectField
          label="How many"
          name="quantity"
          value={count}
          onChange={setCount}
          options={Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
        <ReasonField value={reason} reasons={COPY_REASONS} onChange={setReason} />
      </div>
    </ActDialog>
  );
};
