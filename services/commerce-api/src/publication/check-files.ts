import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parts } from './check-publication.ts';

/** Every file that is sold must be there: nobody pays for nothing. */
export async function checkFiles(dir: string, { products = [] }: Pick<Parts, 'products'>): Promise<string[]> {
  const problems = await Promise.all(
    products.map(async ({ file }, index) => {
      const isThere =
        file === null ||
        (await access(join(dir, file)).then(
          () => true,
          () => false,
        ));
      return isThere ? [] : [`products.json: products[${index}].file is "${file}", which is not there`];
    }),
  );
  return problems.flat();
}
