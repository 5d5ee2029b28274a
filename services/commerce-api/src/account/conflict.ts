import { Refusal } from '../refusal.ts';

/** What another tab changed meanwhile is not overwritten: the reader is told, and what they typed stays on the page. */
export function conflict(what: string): Refusal {
  return new Refusal(409, `${what} changed meanwhile, in another tab or browser. Load the page again to see it, and then change it.`);
}
