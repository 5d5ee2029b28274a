import { WIDGET_ERROR, WIDGET_READY } from '@newsstand/contracts/widget';
import type { Ask, Place, PlatformModule } from '../platform/ask.ts';
import { forgetBuilds, prepare, registry } from './builds.ts';
import { cart } from './cart.ts';
import { api, forgetPageData, pageData } from './page-data.ts';
import { dispatch } from './browser.ts';
import { nonce, parsed } from './script.ts';
import { WATCHDOG } from './watchdog.ts';

/**
 * What came of some work, or failure after 8 s: what never arrives, a module or data, never fails either, since an
 * import has no timeout of its own. The widget's name alone is the error of who waited too long.
 */
export const inTime = <Outcome>(widget: string, work: Promise<Outcome>): Promise<Outcome> =>
  Promise.race([new Promise<never>((_, fail) => setTimeout(fail, WATCHDOG, Error(widget))), work]);

/**
 * Mounts a widget. False when it failed, or showed nothing within 8 s: then the element holds its fallback as before.
 */
export const start = async (place: Place, intent = false): Promise<boolean> => {
  const { element, widget } = place;
  if (element.dataset['state'] === 'loading') return true;
  stop(place);
  element.dataset['state'] = 'loading';
  // A widget may say itself that it failed, in words of its own: the platform tells the page why.
  const isWell = (): boolean => element.dataset['state'] !== 'failed';
  const failed: Ask['failed'] = (error) => {
    if (place.gone) return;
    stop(place);
    element.dataset['state'] = 'failed';
    dispatch(WIDGET_ERROR, { widget, element, error });
  };
  let late = false;
  const mount = async (): Promise<void> => {
    // It is asked for now, so that it is under way with the chunks; whoever uses it handles its failure. Once a start,
    // because widgets ask at each render.
    const data = pageData(place);
    data.catch(forgetPageData);
    const platform: PlatformModule = await import(/* webpackIgnore: true */ await prepare(widget));
    await parsed;
    return platform.mount({
      place,
      intent,
      failed,
      wanted: () => !late,
      registry,
      api,
      pageData: () => data,
      knownCart: () => cart,
      nonce,
    });
  };
  try {
    await inTime(widget, mount());
    if (isWell()) dispatch(WIDGET_READY, { widget, element });
  } catch (error) {
    late = true;
    // What hangs is not waited for by the next.
    forgetPageData();
    forgetBuilds();
    failed(error);
  }
  return isWell();
};

/** Takes a widget away and leaves the element as the CMS made it. */
export const stop = (place: Place): void => {
  place.unmount?.();
  delete place.unmount;
  delete place.element.dataset['state'];
};
