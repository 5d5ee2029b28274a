import * as v from 'valibot';
import { BotCheck } from '@newsstand/contracts/bot-check';
import { PageData } from '@newsstand/contracts/page-data';
import { PublicationInfo } from '@newsstand/contracts/publication-info';
import { pageReader } from '@newsstand/ui/parsed-page';

const { stripe, shipping, subscriber } = PageData.entries;

/** The parts of the page's data that this remote needs; the rest (cart, products, …) is not parsed. */
const AccountPage = v.object({ publication: PublicationInfo, bot_check: BotCheck, stripe, shipping, subscriber });
export type AccountPage = v.InferOutput<typeof AccountPage>;

export const readAccountPage = pageReader(AccountPage);
