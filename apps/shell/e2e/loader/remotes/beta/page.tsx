import { use } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';

/** Waits for the page's data while it is drawn. */
export const Page = ({ context }: { context: MountContext }) => {
  use(context.pageData());
  return <h2>Beta’s page</h2>;
};
