import { WIDGET_ERROR, WIDGET_READY } from '@newsstand/contracts/widget';
import type { Ask, PlatformModule } from '../platform/platform.ts';
import { builds, vouch, warm } from './builds.ts';
import { knownCart } from './cart.ts';
import { api, pageData } from './page-data.ts';
import { say } from './say.ts';
import { parsed } from './script.ts';

/** A mount element of the page and what became of it. */
export type Place = {
  element: HTMLElement;
  /** `<remote>.<widget>` */
  widget: string;
  unmount?: (() => void) | undefined;
  /** The element left the page. */
  gone?: boolean;
};

const WATCHDOG = 8000;

/** Fetches what a widget needs, so that it is there when it is started: the URLs of the platform and of its remote. */
export const prepare = async (widget: string): Promise<[platform: string, entry: string]> => {
  const { platform, remotes } = await builds();
  const remote = remotes[widget.split('.')[0] ?? ''];
  if (!remote) throw Error('unknown widget');
  return [warm(platform), warm(remote)];
};

/** Mounts a widget. False when it failed, or took longer than 8 s: then the element holds its fallback as before. */
export const start = async (place: Place, intent = false): Promise<boolean> => {
  const { element, widget } = place;
  if (element.dataset['state'] === 'loading') return true;
  stop(place);
  element.dataset['state'] = 'loading';
  const failed: Ask['failed'] = (error) => {
    if (place.gone) return;
    place.unmount = undefined;
    element.dataset['state'] = 'failed';
    say(WIDGET_ERROR, { widget, element, error });
  };
  let late = false;
  // A module that never arrives never fails either: an import has no timeout of its own.
  const watchdog = new Promise<never>((_, fail) => {
    setTimeout(() => {
      late = true;
      fail(Error('timeout'));
    }, WATCHDOG);
  });
  try {
    place.unmount = await Promise.race([watchdog, mount({ element, widget, intent, failed, wanted: () => !late && !place.gone })]);
    // The element may have left in the same moment.
    if (place.gone) stop(place);
    else say(WIDGET_READY, { widget, element });
    return true;
  } catch (error) {
    failed(error);
    return false;
  }
};

/** Takes a widget away and leaves the element as the CMS made it. */
export const stop = (place: Place): void => {
  place.unmount?.();
  place.unmount = undefined;
  delete place.element.dataset['state'];
};

const mount = async (ask: Pick<Ask, 'element' | 'widget' | 'intent' | 'failed' | 'wanted'>): Promise<() => void> => {
  const [platform, entry] = await prepare(ask.widget);
  // It is asked for now, so that it is under way with the chunks; whoever uses it handles its failure.
  pageData().catch(() => 0);
  const loaded: PlatformModule = await import(/* webpackIgnore: true */ platform);
  await parsed;
  return loaded.mount({ ...ask, entry, api, pageData, knownCart, vouch });
};
