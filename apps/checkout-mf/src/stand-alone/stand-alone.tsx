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
import type { StandAloneState } from './stand-alone-state.ts';

const show = (chosen: StandAloneState, makePlace: (widget: string) => HTMLElement): (() => void) => {
  const known = withLogin(chosen);
  const state = hasOwnWords() && typeof known.page !== 'string' ? { ...known, page: bracketed(known.page, catalogue, uiMessages) } : known;
  serveFakeApi(state);
  Object.assign(globalThis, { Stripe: state.withoutStripe ? undefined : () => fakeStripe() });

  const mount = (page: StandAloneState['page'], one: StandAloneState['widgets'][number], shared = sharedContext({ ...state, page })) => {
    const element = makePlace(one.widget);
    return { element, unmount: mounts[one.widget.replace('checkout.', '')]?.(element, contextOf(shared, element, one)) };
  };
  const [first] = state.widgets;
  if (isAged() && first && typeof state.page !== 'string') {
    void mountAged(agedAnswers(state.page), (page) => mount(page, first));
    return () => {};
  }
  const shared = sharedContext(state);
  const mounted = state.widgets.map((one) => mount(state.page, one, shared));
  return () => mounted.forEach(({ unmount }) => unmount?.());
};

standAlone<StateName, StandAloneState>({
  name: 'checkout-mf',
  states,
  first: stateOfPath(location.pathname) ?? 'check-out',
  hostileSheet,
  show,
});
