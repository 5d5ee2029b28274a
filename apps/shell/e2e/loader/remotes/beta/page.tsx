import { use, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';

/** Waits for the page's data while it is drawn. */
export const Page = ({ context }: { context: MountContext }) => {
  use(context.pageData());
  return (
    <>
      <h2>Beta’s page</h2>
      {'counts' in context.options && <Counter />}
    </>
  );
};

/** Texts that stand beside each other and beside an element, and come, change and go. */
const Counter = () => {
  const [count, setCount] = useState(0);
  return (
    <>
      <p>
        {count > 0 && <b>Now </b>}you have {count} of two{count < 2 ? ', and may take one' : null}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Take
      </button>
    </>
  );
};
