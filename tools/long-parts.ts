import { ensureChromium } from './chromium.ts';
import { timingTally } from './figures.ts';
import { journeys } from './journeys.ts';
import { otherRelease } from './other-release.ts';
import type { Part } from './parts.ts';
import { browserTests, grepOf, unitTests } from './tests.ts';
import { ghostWhereItIs } from './try-ghost.ts';

/**
 * What takes long: every place where a service may be killed, random lives in their hundreds, hundreds of page loads,
 * what a page or a widget shows where others like it are looked at for every change, and all that a clock measures.
 */
export const longParts = (): Part[] => [
  { name: 'Long tests beside the code', perform: () => unitTests({ extent: 'long' }) },
  { name: 'Long browser tests', perform: async () => browserTests(await ensureChromium(), { extent: 'long' }) },
  { name: 'Long journeys', perform: async () => journeys(await ensureChromium(), grepOf('long')) },
  { name: 'The release before and this one, together', perform: async () => otherRelease(await ensureChromium()) },
  { name: 'A reader in a Ghost, where one is', perform: async () => ghostWhereItIs(await ensureChromium()) },
  { name: 'Figures that a clock measures', perform: timingTally },
];
