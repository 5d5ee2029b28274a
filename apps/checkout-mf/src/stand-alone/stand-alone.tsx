import { hasOwnWords, standAlone } from '@newsstand/build/stand-alone';
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

const shared = sharedContext(state);
for (const one of state.widgets) {
  const place = makePlace(one.widget);
  mounts[one.widget.replace('checkout.', '')]?.(place, contextOf(shared, place, one));
}
