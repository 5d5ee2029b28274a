import { use } from 'react';
import * as v from 'valibot';
import type { MountContext } from '@newsstand/contracts/widget';
import { readAnswer } from './read-answer.ts';

type Source = Pick<MountContext, 'pageData'>;

/** Reads the page's data with a schema: all of it, or the parts that a small remote needs. Parsed once a mount. */
export const pageReader = <Schema extends v.GenericSchema>(schema: Schema): ((context: Source) => Promise<v.InferOutput<Schema>>) => {
  const reads = new WeakMap<Source, Promise<v.InferOutput<Schema>>>();
  return (context) => {
    const known = reads.get(context);
    if (known) return known;
    const read = context.pageData().then(async (data) => {
      const page = await readAnswer(schema, data);
      if (page.success) return page.output;
      throw new v.ValiError(page.issues);
    });
    reads.set(context, read);
    return read;
  };
};

/**
 * The same while rendering; until it is there the component waits, and the page's own fallback stays (see mount-react).
 */
export const usePageReader = <Page>(read: (context: Source) => Promise<Page>, context: Source): Page => use(read(context));
