import { startCart } from './cart.ts';
import { run, takeCommands } from './commands.ts';
import { watchPage } from './discover.ts';

declare global {
  interface Document {
    prerendering?: unknown;
  }
}

const begin = (): void => {
  const { newsstand } = window;
  const isList = Array.isArray(newsstand);
  // A page may hold the loader's tag twice, say in its template and in a tag manager: the second finds what the first
  // put there. An element with that id, which an author can write, is neither that nor a list: nothing in it can be
  // called.
  if (isList || !newsstand?.push?.call) {
    startCart();
    watchPage();
    takeCommands();
    if (isList) newsstand.forEach(run);
  }
};

// A page that a browser made in advance may never be read. An author's picture may have that name, too.
if (document.prerendering === true) document.addEventListener('prerenderingchange', begin);
else begin();
