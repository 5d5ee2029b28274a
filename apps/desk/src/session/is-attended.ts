/** For so long after the last key, click or movement somebody is taken to be at the page. */
const THERE = 60_000;

let last = Date.now();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'visibilitychange'])
  addEventListener(event, () => (last = Date.now()), { capture: true, passive: true });

/** Whether somebody is at the page: what it asks for by itself otherwise keeps nobody signed in. */
export const isAttended = (): boolean => Date.now() - last < THERE;
