import { startCart } from './cart.ts';
import { takeCommands } from './commands.ts';
import { watchPage } from './discover.ts';

const waiting = globalThis.newsstand ?? [];

// A page may hold the loader's tag twice, say in its template and in a tag manager: the second finds no list.
if (Array.isArray(waiting)) {
  startCart();
  watchPage();
  takeCommands(waiting);
}
