import { FRAME_ORIGIN } from './origins.ts';

let count = 0;

/** Shows the bank's challenge over the page; answers whether the reader authenticated. */
export async function challenge(intentId: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', '3D Secure');
  dialog.style.cssText =
    'width:min(26rem,100%);height:20rem;max-height:100%;padding:0;border:0;border-radius:8px;overflow:hidden;background:#fff';
  const frame = document.createElement('iframe');
  frame.name = `__privateStripeFrame2${String(count++).padStart(3, '0')}`;
  frame.title = '3D Secure authentication frame';
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  frame.src = `${FRAME_ORIGIN}/v1/three-d-secure.html#${new URLSearchParams({ intent: intentId, origin: location.origin })}`;
  dialog.addEventListener('cancel', (event) => event.preventDefault()); // Escape must not leave the payment undecided
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  const isAuthentic = await answer(intentId);
  dialog.close(); // gives the focus back to where it was
  dialog.remove();
  return isAuthentic;
}

function answer(intentId: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const hear = (event: MessageEvent<{ challenge?: string; succeeded?: boolean } | null>) => {
    if (event.origin !== FRAME_ORIGIN || event.data?.challenge !== intentId) return;
    removeEventListener('message', hear);
    resolve(event.data.succeeded === true);
  };
  addEventListener('message', hear);
  return promise;
}
