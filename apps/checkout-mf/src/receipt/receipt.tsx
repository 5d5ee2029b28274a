import { use, useState } from 'react';
import type { Receipt } from '@newsstand/contracts/receipt';
import { receipt } from '@newsstand/contracts/receipt-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { Notice } from '@newsstand/ui/notice';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { receiptNote } from '@newsstand/ui/receipt-note';
import { errorText } from '../error-text.ts';
import { readCartPage } from '../cart/read-cart-page.ts';
import { usePageTexts } from '../page-texts.ts';
import { useWidget } from '../widget.ts';
import { type ReceiptPage as Page, readReceiptPage } from './read-receipt-page.ts';
import { MissingReceipt, ReceiptView } from './receipt-view.tsx';

/** `checkout.receipt`: the receipt behind ?token= (section 2, /receipts). */
export const ReceiptPage = ({ context }: { context: MountContext }) => {
  // The page's other widgets hear of the cart that came with its data.
  useWidget(context);
  const t = usePageTexts(context);
  const { publication } = usePageReader(readCartPage, context);
  const page = usePageReader(readReceiptPage, context);
  // Data that were made without the token, in a cache or of another page, have no receipt in them: then the server is
  // asked.
  const receipt = page.receipt ?? use(fetchReceipt(page, context));
  const [note] = useState(receiptNote.read);
  return receipt ? (
    <>
      {note && note.receipt === new URL(location.href).searchParams.get('token') && <Notice kind="info">{note.message}</Notice>}
      <ReceiptView
        receipt={receipt}
        publication={publication.name}
        support={publication.support_address}
        messages={publication.messages}
        base={context.api}
        t={t}
        onPrint={print}
      />
    </>
  ) : (
    <MissingReceipt support={publication.support_address} t={t} />
  );
};

const print = () => window.print();

const receipts = new WeakMap<Page, Promise<Receipt | null>>();

const fetchReceipt = (page: Page, context: MountContext): Promise<Receipt | null> => {
  const known = receipts.get(page) ?? readReceipt(context.api, new URL(location.href).searchParams.get('token'));
  receipts.set(page, known);
  return known;
};

const readReceipt = async (base: string, token: string | null): Promise<Receipt | null> => {
  if (!token) return null;
  const outcome = await createTableApi(base, { receipt })('receipt', { params: { token } });
  if (outcome.ok) return outcome.data;
  if (outcome.status === 404 || outcome.status === 422) return null;
  throw new Error(errorText(outcome.refusal));
};
