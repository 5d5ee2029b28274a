import type { Mount } from '@newsstand/contracts/widget';
import { createRoot } from 'react-dom/client';
import { Button } from './button.tsx';

export const mountButton =
  (label: string): Mount =>
  (element, context) => {
    const root = createRoot(element);
    root.render(<Button label={label} context={context} />);
    if (context.options['fail'] === 'mount') throw new Error('fails to mount');
    return () => root.unmount();
  };
