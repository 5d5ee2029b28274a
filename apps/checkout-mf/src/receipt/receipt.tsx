import { use } from 'react';
import type { PageData } from '@newsstand/contracts/page-data';
import type { Receipt } from '@newsstand/contracts/receipt';
import type { MountContext } from '@newsstand/contracts/widget';
import type { Api } from '@newsstand/ui/call';
import { errorText } from '../error-text.ts';
import { useWidget } from '../widget.ts';
import { MissingReceipt, ReceiptView } from './receipt-view.tsx';

/** `checkout.receipt`: the receipt behind ?token= (section 2, /receipts). */
export const ReceiptPage = ({ context }: { context: MountContext }) => {
  const { page, api, t } = useWidget(context);
  // Data that were made without the token, in a cache or of another page, have no receipt in them: then the server is asked.
  const receipt = page.receipt ?? use(fetchReceipt(page, api));
  return receipt ? (
    <ReceiptView receipt={receipt} t={t} onPrint={() => window.print()} />
  ) : (
    <MissingReceipt support={page.publication.support_address} t={t} />
  );
};

const receipts = new WeakMap<PageData, Promise<Receipt | null>>();

const fetchReceipt = (page: PageData, api: Api): Promise<Receipt | null> => {
  const known = receipts.get(page) ?? readReceipt(api, new URL(location.href).searchParams.get('token'));
  receipts.set(page, known);
  return known;
};

const readReceipt = async (api: Api, token: string | null): Promise<Receipt | null> => {
  if (!token) return null;
  const outcome = await api('receipt', { params: { token } });
  if (outcome.ok) return outcome.data;
  if (outcome.status === 404 || outcome.status === 422) return null;
  throw new Error(errorText(outcome.refusal));
};
