// The smallest page that pays: what a check-out does with Stripe.js, and nothing else.
import { loadStripe } from '@stripe/stripe-js/pure';

const params = new URLSearchParams(location.search);
const [pay, status, place] = ['#pay', '#status', '#payment'].map((selector) => document.querySelector<HTMLElement>(selector));
const say = (text: string) => status && (status.textContent = text);

const clientSecret = params.get('secret') ?? '';
const stripe = await loadStripe('pk_test_newsstand');
if (!stripe || !pay || !place) throw new Error('the page is incomplete');
if (params.has('authorize')) {
  const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret });
  say(error?.message ?? paymentIntent?.status ?? '');
} else {
  const elements = stripe.elements({ clientSecret, appearance: { theme: params.has('night') ? 'night' : 'stripe' } });
  const element = elements.create('payment', { layout: 'accordion', paymentMethodOrder: ['card', 'apple_pay', 'google_pay'] });
  element.on('loaderror', ({ error }) => say(error.message ?? 'loaderror'));
  element.on('ready', () => pay.removeAttribute('disabled'));
  if (params.has('shadow')) {
    const inside = document.createElement('div');
    place.attachShadow({ mode: 'open' }).append(inside);
    try {
      element.mount(inside);
    } catch (error) {
      say(String(error));
    }
  } else {
    element.mount(place);
    if (params.has('remount')) {
      element.unmount(); // as React's strict mode does
      element.mount(place);
    }
  }
  pay.addEventListener('click', () => {
    void (async () => {
      say('Processing');
      const submitted = await elements.submit();
      if (submitted.error) return say(submitted.error.message ?? '');
      if (clientSecret.startsWith('seti_')) {
        const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
        return say(error?.message ?? `setup ${setupIntent?.status}`);
      }
      const { error, paymentIntent } = await stripe.confirmPayment({ elements, redirect: 'if_required' });
      say(error?.message ?? paymentIntent?.status ?? '');
    })();
  });
}
