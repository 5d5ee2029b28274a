import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import type { DeskReader } from '@newsstand/contracts/desk-reader';
import { ERASE_REASONS } from '@newsstand/contracts/desk-verbs';
import { useState } from 'react';
import { ActDialog, letterLine } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import { proved } from '../session/show-key.ts';
import { ReasonField } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';

type Props = { reader: DeskReader; onDone: (message: string) => void; onClose: () => void };
type EraseReason = (typeof ERASE_REASONS)[number];

/** Whether somebody asked for a reader to be erased, in the last seven days, and nobody took it back. */
export const askedToErase = ({ history, erasure }: Pick<DeskReader, 'history' | 'erasure'>): boolean => {
  if (erasure !== undefined) return erasure !== null;
  const asked = history.find(({ verb }) => verb === 'askToErase' || verb === 'eraseReader');
  return asked?.verb === 'askToErase' && !asked.undone && Date.now() - Date.parse(asked.at) < 7 * 24 * 60 * 60 * 1000;
};

/** Erasing takes two people: the first asks, and where somebody has asked, the second does it. */
export const EraseReader = ({ reader, onDone, onClose }: Props) => {
  const session = useSignedIn();
  // What was shown when it was opened.
  const [isSecond] = useState(() => askedToErase(reader));
  const [reason, setReason] = useState<EraseReason>('asked');
  const who = reader.name === '' ? 'this reader' : reader.name;
  const endpoint = isSecond ? readersEndpoints.deskErase : readersEndpoints.deskAskToErase;
  return (
    <ActDialog
      title={isSecond ? `Erase ${who} for good` : `Ask for ${who} to be erased`}
      verb={isSecond ? 'Erase for good' : 'Ask for it'}
      owner={reader.owner}
      shown={{
        now: reader,
        says: (now) => ({ Erasing: askedToErase(now) ? 'Somebody has asked for it' : 'Nobody has asked for it' }),
        typed: { Erasing: isSecond ? 'Done for good' : 'Asked for' },
        history: ({ history }) => history,
      }}
      wish={{ reason }}
      send={(wish, { action, dry }) =>
        proved(session, () => call(endpoint, { params: { owner: reader.owner }, query: dry ? { dry: '' } : {}, body: { action, ...wish } }))
      }
      happens={({ terms, donations, orders, goods, invoices, letter }) => [
        ...(isSecond ? [] : ['Nothing goes yet: another person has to do it, within seven days.']),
        `${reader.account ? 'Account, addresses, card, notes and letters go' : 'Addresses, notes and letters of orders go'}, and ${terms === 0 ? 'no subscription runs' : terms === 1 ? 'a subscription that runs' : `${terms} subscriptions that run`}.`,
        ...(donations > 0 ? [donations === 1 ? 'A monthly donation ends.' : `${donations} monthly donations end.`] : []),
        ...(orders > 0 ? [orders === 1 ? 'One paid order stays, as the law wants.' : `${orders} paid orders stay, as the law wants.`] : []),
        ...(goods.length > 0 ? [`Still sent, as it was paid, and nobody is written to of it: ${goods.join(', ')}.`] : []),
        ...(invoices.length > 0 ? [`Not before these invoices are paid or cancelled: ${invoices.join(', ')}.`] : []),
        ...(isSecond ? ['Nobody can take it back.', letterLine(letter, reason)] : []),
      ]}
      done={() => (isSecond ? 'The reader was erased.' : 'It was asked for: another person has to do it.')}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={ERASE_REASONS} onChange={setReason} />
    </ActDialog>
  );
};
