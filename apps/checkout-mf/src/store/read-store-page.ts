import { Issue } from '@newsstand/contracts/issue';
import type { PageData } from '@newsstand/contracts/page-data';
import { Product } from '@newsstand/contracts/product';
import { pageReader } from '@newsstand/ui/parsed-page';
import * as v from 'valibot';

/** What is sold on this page. */
const StorePage = v.object({
  products: v.optional(v.array(Product)),
  issues: v.optional(v.array(Issue)),
  product: v.optional(v.nullable(Product)),
  /** Whether anybody is logged in; who it is does not matter here. */
  account: v.optional(v.unknown()),
  /** What was bought in this browser; read where it is shown. */
  held_issues: v.optional(v.unknown()),
}) satisfies v.GenericSchema<unknown, Pick<PageData, 'products' | 'issues' | 'product'>>;
export type StorePage = v.InferOutput<typeof StorePage>;

export const readStorePage = pageReader(StorePage);
