import { FRAME_ORIGIN } from './origins.ts';

type Shown = { label: string; title: string; name: string; page: string; told: Record<string, string>; mayCancel: boolean };

/** A page of the stand-in over the page of the product; answers what it says, null where the reader leaves it. */
export async function openDialog<Answer>(
  { label, title, name, page, told, mayCancel }: Shown,
  read: (choice: unknown) => Answer | undefined,
) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  dialog.style.cssText =
    'width:min(26rem,100%);height:20rem;max-height:100%;padding:0;border:0;border-radius:8px;overflow:hidden;background:#fff';
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  frame.src = `${FRAME_ORIGIN}/v1/${page}#${new URLSearchParams({ ...told, origin: location.origin })}`;
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const hear = (event: MessageEvent) => {
    const answer = event.origin === FRAME_ORIGIN ? read(event.data) : undefined;
    if (answer !== undefined) resolve(answer);
  };
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (mayCancel) resolve(null);
  });
  addEventListener('message', hear);
  const answer = await promise;
  removeEventListener('message', hear);
  dialog.close(); // gives the focus back to where it was
  dialog.remove();
  return answer;
}
