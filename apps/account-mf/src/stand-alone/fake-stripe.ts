import { DECLINED, declined, fakeStripe as stripe, type FakeOutcome } from '@newsstand/build/fake-stripe';
import { shortWait } from '@newsstand/build/stand-alone';

/** A card with which the provider's script throws. */
export const BREAKS = '4000000000000119';
/** A card on record that the bank refuses. */
export const REFUSED = 'pm_refused';

/** The payment provider's script of the stand-alone page. Cards behave as the provider's test cards do. */
export const fakeStripe = () => {
  const outcome = async (isDeclined: boolean): Promise<FakeOutcome> => {
    await shortWait();
    return isDeclined ? declined() : {};
  };
  return stripe({
    pay: async (card, method) => {
      if (card === BREAKS) throw new TypeError('Failed to fetch');
      return outcome(card === DECLINED || method === REFUSED);
    },
    ask: () => outcome(false),
    status: () => null,
  });
};
