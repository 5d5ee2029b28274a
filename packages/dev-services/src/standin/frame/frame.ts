// Runs inside the payment element's frame, on an origin of its own: card numbers go from here to the API and nowhere
// else.
import { NOT_CONNECTED } from '../connection.ts';
import type { ElementState, Envelope, FrameOptions, FromFrame, Submitted, ToFrame } from '../messages.ts';
import { apiBeside } from '../origins.ts';
import { createAccordion } from './accordion.ts';
import { paymentMethodData, problemsOf } from './card-rules.ts';
import { applyAppearance } from './theme.ts';

const options: FrameOptions = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const root = document.createElement('div');
document.body.append(root);
applyAppearance(document.documentElement, options.appearance);
const accordion = createAccordion(root, options.types, options.asksForAddress, {
  onChange: () => tell({ type: 'change', state: state() }),
  onFocus: () => tell({ type: 'focus' }),
  onBlur: () => tell({ type: 'blur' }),
  onEscape: () => tell({ type: 'escape' }),
});
const tellHeight = () => tell({ type: 'height', height: document.documentElement.offsetHeight });
new ResizeObserver(tellHeight).observe(document.documentElement);
addEventListener('message', (event: MessageEvent<Envelope<ToFrame> | null>) => {
  if (event.origin === options.origin && event.data?.standin === options.id) void obey(event.data.message);
});
// Below the fold a frame of another origin is not drawn, and nothing is observed in it.
tellHeight();
tell({ type: 'ready' });

async function obey(message: ToFrame): Promise<void> {
  switch (message.type) {
    case 'submit':
      return tell({ type: 'answer', call: message.call, answer: submit() });
    case 'confirm':
      return tell({ type: 'answer', call: message.call, answer: await confirm(message.path, message.params) });
    case 'appearance':
      return applyAppearance(document.documentElement, message.appearance);
    case 'clear':
      return accordion.clear();
    case 'focus':
      return accordion.focus();
    case 'blur':
      return void accordion.blur();
  }
}

function submit(): Submitted {
  const problems = currentProblems();
  accordion.show(problems);
  const [first] = problems;
  if (!first) return { selectedPaymentMethod: accordion.selected() };
  return { error: { type: 'validation_error', code: first.code, message: first.message } };
}

async function confirm(path: string, params: Record<string, string>): Promise<unknown> {
  const data = params.payment_method ? {} : paymentMethodData(accordion.selected(), accordion.values());
  const body = new URLSearchParams({ ...params, ...data, key: options.key });
  return fetch(apiBeside(location.origin) + path, { method: 'POST', body }).then(
    (response) => response.json(),
    () => ({ error: NOT_CONNECTED }),
  );
}

function state(): ElementState {
  return { empty: accordion.isEmpty(), complete: currentProblems().length === 0, collapsed: false, value: { type: accordion.selected() } };
}

function currentProblems() {
  return problemsOf(accordion.selected(), accordion.values(), new Date());
}

function tell(message: FromFrame): void {
  const envelope: Envelope<FromFrame> = { standin: options.id, message };
  parent.postMessage(envelope, options.origin);
}
