import { hasOwnWords, isAged, mountAged, standAlone } from '@newsstand/build/stand-alone';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { bracketed } from '@newsstand/contracts/fixtures/brackets';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { uiMessages } from '@newsstand/ui/messages';
import { catalogue } from '../catalogue.ts';
import { mounts } from '../mount.tsx';
import { serveFakeApi } from './fake-api.ts';
import { contextOf, sharedContext } from './fake-context.ts';
import { withLogin } from './fake-login.ts';
import { fakeStripe } from './fake-stripe.ts';
import { type StateName, stateOfPath, states } from './states.ts';
import type { StandAloneState } from './world.ts';

const { state: chosen, makePlace } = standAlone<StateName, StandAloneState>({
  name: 'checkout-mf',
  states,
  first: stateOfPath(location.pathname) ?? 'check-out',
  hostileSheet,
});

const known = withLogin(chosen);
const state = hasOwnWords() && typeof known.page !== 'string' ? { ...known, page: bracketed(known.page, catalogue, uiMessages) } : known;
serveFakeApi(state);
if (!state.withoutStripe) Object.assign(globalThis, { Stripe: () => fakeStripe() });

const mount = (page: StandAloneState['page'], one: StandAloneState['widgets'][number], shared = sharedContext({ ...state, page })) => {
  const element = makePlace(one.widget);
  return { element, unmount: mounts[one.widget.replace('checkout.', '')]?.(element, contextOf(shared, element, one)) };
};
const [first] = state.widgets;
if (isAged() && first && typeof state.page !== 'string') void mountAged(agedAnswers(state.page), (page) => mount(page, first));
else {
  const shared = sharedContext(state);
  for (const one of state.widgets) mount(state.page, one, shared);
}
