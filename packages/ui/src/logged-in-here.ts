import * as v from 'valibot';
import { stored } from './stored.ts';

/** A login amid a form of this tab (`use-login.ts`) has led to a reload, and what says so has not been shown yet. */
export const loggedInHere = stored(() => sessionStorage, 'newsstand:logged-in-here', v.literal(true));
