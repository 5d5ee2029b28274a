import * as v from 'valibot';
import { askNowAndThen } from './ask-now-and-then.ts';

const Answer = v.object({ stand_ins: v.array(v.string()) });
const MINUTE = 60_000;

/** Which stand-ins the API uses on this machine, a sentence each. */
export const createStandIns = (apiUrl: string): (() => readonly string[]) => {
  const answer = askNowAndThen(`${apiUrl}/api/page/front`, Answer, MINUTE);
  return () => answer()?.stand_ins ?? [];
};
