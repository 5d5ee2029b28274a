import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import type { TestApp } from './test-app.ts';

/** A coupon of its own for one test: $6 off digital, for so many copies. */
export async function publishCoupon({ deps }: Pick<TestApp, 'deps'>, code: string, limit: number | null): Promise<string> {
  const publication = await loadPublication(deps.config.publicationDir);
  const [first] = publication.coupons;
  if (!first) throw new Error('the publication has no coupons');
  const { limit: _limit, ...others } = first;
  const coupon = { ...others, code, uses: ['new', 'renewal', 'gift'] as const, discounts: { digital: 600 } };
  const made = { ...coupon, uses: [...coupon.uses], ...(limit !== null && { limit }) };
  const coupons = [...publication.coupons.filter((each) => each.code !== code), made];
  await applyPublication(deps, { id: 'main', publication: { ...publication, coupons }, dir: deps.config.publicationDir });
  return code;
}
