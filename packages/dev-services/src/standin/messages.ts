import type { Appearance, StripeError } from '@stripe/stripe-js';

export type ElementState = { empty: boolean; complete: boolean; collapsed: boolean; value: { type: string } };
export type Submitted = { error: StripeError; selectedPaymentMethod?: undefined } | { error?: undefined; selectedPaymentMethod: string };

/** From the page to the element's frame. `call` numbers a question; its answer carries the same number. */
export type ToFrame =
  | { type: 'submit'; call: number }
  | { type: 'confirm'; call: number; path: string; params: Record<string, string> }
  | { type: 'appearance'; appearance: Appearance }
  | { type: 'clear' }
  | { type: 'focus' }
  | { type: 'blur' };

export type FromFrame =
  | { type: 'ready' | 'focus' | 'blur' | 'escape' }
  | { type: 'change'; state: ElementState }
  | { type: 'height'; height: number }
  | { type: 'answer'; call: number; answer: unknown };

/** Messages carry the element's id: a page may hold several, and hear much else. */
export type Envelope<Message> = { standin: string; message: Message };

/** What the frame is told in its address. */
export type FrameOptions = { id: string; key: string; origin: string; types: string[]; appearance: Appearance; asksForAddress: boolean };
