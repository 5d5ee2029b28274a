import { apiText } from './api-text.ts';
import { Refusal } from './refusal.ts';

/** What another tab changed meanwhile is not overwritten: the reader is told, and what they typed stays on the page. */
export function conflict(what: 'name' | 'address' | 'donation' | 'payment' | 'subscription'): Refusal {
  return new Refusal(409, apiText(`${what}_changed`));
}
