import * as v from 'valibot';
import { PageBotCheck } from '@newsstand/contracts/bot-check';
import { PublicationMessages } from '@newsstand/contracts/publication-info';
import { pageReader } from '@newsstand/ui/parsed-page';

/**
 * The parts of the page's data that this remote needs; the rest (cart, products, …) is not parsed, nor are its schemas
 * shipped.
 */
const ListPage = v.object({
  page: v.string(),
  publication: v.object({ messages: PublicationMessages }),
  bot_check: PageBotCheck,
  lists: v.optional(v.array(v.string())),
});
export type ListPage = v.InferOutput<typeof ListPage>;

export const readListPage = pageReader(ListPage);
