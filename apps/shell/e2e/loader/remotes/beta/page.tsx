import { use, useState } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';

/** Waits for the page's data while it is drawn, and with `data-good` for a good that it asks for itself. */
export const Page = ({ context }: { context: MountContext }) => {
  use(context.pageData());
  if (context.options['good']) use(goods.get(context) ?? askGood(context));
  return (
    <>
      <h2>Beta’s page</h2>
      {'counts' in context.options && <Counter />}
      {'breaks' in context.options && <Breaking />}
    </>
  );
};

const goods = new WeakMap<MountContext, Promise<void>>();

const askGood = (context: MountContext): Promise<void> => {
  const asked = answered(`/api/store/products/${context.options['good']}`);
  goods.set(context, asked);
  return asked;
};

const answered = async (path: string): Promise<void> => {
  const { ok, status } = await fetch(path);
  if (!ok) throw new Error(`a good that answers ${status}`);
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

/** Breaks when it is pressed, long after it was shown. */
const Breaking = () => {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('broke when it was pressed');
  return (
    <button type="button" onClick={() => setBroken(true)}>
      Break
    </button>
  );
};
