import type { MountContext } from '@newsstand/contracts/widget';
import { createRoot } from 'react-dom/client';
import { Button } from './button.tsx';

// The same component as one plain bundle, without shell, loader or federation: what the design is measured against.
const context: MountContext = {
  contract: 1,
  widget: 'checkout.panel',
  api: '',
  pageData: () => Promise.resolve({}),
  cart: { getState: () => ({ cart: null }), subscribe: () => () => undefined },
  updateCart: () => undefined,
  options: {},
  intent: false,
  openOverlay: () => () => undefined,
  setState: () => undefined,
};

const element = document.getElementById('mono');
if (element) createRoot(element).render(<Button label="Alpha" context={context} />);
