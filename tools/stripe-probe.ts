// npm run stripe:probe: the same steps against the emulator, or against real test mode when STRIPE_SECRET_KEY is given.
import { run } from './run.ts';

const { code } = await run(process.execPath, ['packages/dev-services/src/stripe-probe.ts']);
process.exit(code);
