/** What a state of an order means: it waits for its payment, the bank is moving the money, paid, or given up. */
export const ORDER_STANDINGS = {
  started: 'begun',
  processing: 'on-its-way',
  paid: 'paid',
  fulfilled: 'paid',
  cancelled: 'given-up',
} as const;

/** Whether an order is paid, with or without what is posted of it. A state that this page is too old for is not. */
export const isPaidOrder = (state: string): boolean => Object.entries(ORDER_STANDINGS).some(([one, is]) => one === state && is === 'paid');
