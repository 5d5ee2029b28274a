import { openDialog } from './dialog.ts';

let count = 0;

/**
 * Shows the bank's challenge over the page; answers whether the reader authenticated. Escape must not leave the payment
 * undecided.
 */
export async function challenge(intentId: string): Promise<boolean> {
  const name = `__privateStripeFrame2${String(count++).padStart(3, '0')}`;
  const shown = {
    label: '3D Secure',
    title: '3D Secure authentication frame',
    name,
    page: 'three-d-secure.html',
    told: { intent: intentId },
  };
  const isAuthentic = await openDialog({ ...shown, mayCancel: false }, (answer) => answerOf(answer, intentId));
  return isAuthentic === true;
}

function answerOf(answer: unknown, intentId: string): boolean | undefined {
  if (typeof answer !== 'object' || answer === null || !('challenge' in answer) || answer.challenge !== intentId) return undefined;
  return 'succeeded' in answer && answer.succeeded === true;
}
