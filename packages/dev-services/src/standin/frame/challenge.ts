// The bank's challenge, in a frame of the frame as with real Stripe: the outer one only frames, the inner one asks.
import { make } from './make.ts';

const told = new URLSearchParams(location.hash.slice(1));
if (location.pathname.endsWith('/challenge.html')) ask();
else frame();

function frame(): void {
  const inner = document.createElement('iframe');
  inner.name = 'stripe-challenge-frame';
  inner.title = 'The bank’s challenge';
  inner.src = `challenge.html${location.hash}`;
  document.body.append(inner);
}

function ask(): void {
  const heading = make('h1', { textContent: '3D Secure test page' });
  const text = make('p', { textContent: `This stands for the reader’s bank. ${told.get('intent')}` });
  const content = make('main', {});
  document.body.append(content);
  content.append(
    heading,
    text,
    button('test-source-authorize-3ds', 'Complete authentication', true),
    button('test-source-fail-3ds', 'Fail authentication', false),
  );
  document.querySelector('button')?.focus();
}

function button(id: string, textContent: string, succeeded: boolean): HTMLButtonElement {
  const made = make('button', { id, textContent, type: 'button' });
  made.addEventListener('click', () => top?.postMessage({ challenge: told.get('intent'), succeeded }, told.get('origin') ?? ''));
  return made;
}
