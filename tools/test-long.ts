// npm run test:long: what takes too long for every change.
import { ensureChromium } from './chromium.ts';
import { longParts } from './long-parts.ts';
import { runParts } from './parts.ts';
import { prepare } from './prepare.ts';

const chromium = await ensureChromium();
process.env['CHROMIUM'] = chromium;
await prepare();
await runParts(longParts());
