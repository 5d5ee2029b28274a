import { WIDGET_ERROR, WIDGET_READY } from '@newsstand/contracts/widget';
import type { Ask, Place, PlatformModule } from '../platform/platform.ts';
import { forgetBuilds, prepare, registry } from './builds.ts';
import { cart } from './cart.ts';
import { api, forgetPageData, pageData } from './page-data.ts';
import { say } from './say.ts';
import { nonce, parsed } from './script.ts';

const WATCHDOG = 8000;

/** Mounts a widget. False when it failed, or showed nothing within 8 s: then the element holds its fallback as before. */
export const start = async (place: Place, intent = false): Promise<boolean> => {
  const { element, widget } = place;
  if (element.dataset['state'] === 'loading') return true;
  stop(place);
  element.dataset['state'] = 'loading';
  const report = (well: boolean, error?: unknown): boolean => {
    say(well ? WIDGET_READY : WIDGET_ERROR, { widget, element, error });
    return well;
  };
  const failed: Ask['failed'] = (error) => {
    if (place.gone) return;
    stop(place);
    element.dataset['state'] = 'failed';
    report(false, error);
  };
  let late = false;
  // What never arrives, a module or data, never fails either: an import has no timeout of its own.
  const watchdog = new Promise<never>((_, fail) => void setTimeout(fail, WATCHDOG, Error('timeout')));
  try {
    await Promise.race([watchdog, mount({ place, intent, failed, wanted: () => !late && !place.gone })]);
    // A widget may say itself that it failed, in words of its own.
    return report(element.dataset['state'] !== 'failed');
  } catch (error) {
    late = true;
    // What hangs is not waited for by the next.
    forgetPageData();
    forgetBuilds();
    failed(error);
    return false;
  }
};

/** Takes a widget away and leaves the element as the CMS made it. */
export const stop = (place: Place): void => {
  place.unmount?.();
  delete place.unmount;
  delete place.element.dataset['state'];
};

const mount = async (ask: Pick<Ask, 'place' | 'intent' | 'failed' | 'wanted'>): Promise<void> => {
  // It is asked for now, so that it is under way with the chunks; whoever uses it handles its failure. Once a start, because widgets ask at each render.
  const data = pageData(ask.place);
  data.catch(forgetPageData);
  const [platform, entry] = await prepare(ask.place.widget);
  const loaded: PlatformModule = await import(/* webpackIgnore: true */ platform);
  await parsed;
  return loaded.mount({ ...ask, registry, entry, api, pageData: () => data, knownCart: () => cart, nonce });
};
