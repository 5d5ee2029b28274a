import type { Picture } from '@newsstand/contracts/product';
import { type Begin, plainly } from '../platform/db/begin-transaction.ts';
import type { Db } from '../platform/db/db.ts';
import { artAddress } from './art-address.ts';
import { hashFiles } from './hash-files.ts';
import type { Publication } from './publication-schema.ts';
import type { PublishedInput } from './published-data.ts';
import { publishedGoods } from './published-goods.ts';
import { sellIssues } from './sell-issues.ts';
import { showUploadedCovers } from './uploaded-covers.ts';
import { WITHDRAWN } from './withdrawn.ts';
import { dayIn, isOutBy, timeZoneOf } from './publication-day.ts';

export type Applied = { revision: number; goods: number; products: number; issues: number };

/**
 * Makes the database sell what the files say, in one transaction; the same files again change nothing. What exists
 * keeps its stock, and what is gone from the files is withdrawn, never deleted: carts and orders still know it. `dir`
 * is where the pictures are.
 */
export async function applyPublication(
  { db, clock }: { db: Db; clock: () => Date },
  { id, publication, dir }: { id: string; publication: Publication; dir: string },
  begins: Begin = plainly({ db }),
): Promise<Applied> {
  const data = JSON.stringify(publishedData(publication));
  const shipPrices = JSON.stringify(publication.zones.ship_prices);
  const pictures = await artPictures(publication, dir);
  const files = await hashFiles(dir);
  const today = dayIn(timeZoneOf(publication), clock());
  const goods = publishedGoods(publication, pictures, today);
  const products = publication.products.map((product, position) => ({
    ref: product.ref,
    slug: product.slug,
    type: product.type,
    name: product.name,
    description: product.description,
    image: pictures(product.image),
    sizes: product.sizes.map(({ ref, name }) => ({ ref, name })),
    tags: product.tags,
    position,
  }));
  const issues = publication.issues.map((issue) => ({
    ref: issue.ref,
    number: issue.number,
    title: issue.title,
    slug: issue.slug,
    summary: issue.summary,
    cover: pictures(issue.cover),
    files: issue.files,
    released: issue.released,
  }));

  return begins(null, async (tx) => {
    // The files of its issues are made again, of the new texts, by the first who asks.
    await tx.issueFile.deleteMany({ where: { publicationId: id } });
    // Locks the publication first: two applies at once take turns.
    const [row] = await tx.$queryRaw<{ revision: number; is_new: boolean }[]>`
      insert into publication as p (id, data, ship_prices, applied, files)
      values (${id}, ${data}::jsonb, ${shipPrices}::jsonb, ${clock()}, ${files})
      on conflict (id) do update set data = excluded.data, ship_prices = excluded.ship_prices, applied = excluded.applied, files = excluded.files,
        revision = p.revision + case when p.data = excluded.data then 0 else 1 end
      returning revision, xmax = 0 as is_new`;
    await tx.$executeRaw`
      insert into good as g (publication_id, type, ref, name, detail, slug, image, price, stock, on_sale)
      select ${id}, type, ref, name, detail, slug, image, price, stock, on_sale
      from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb)
        as t(type text, ref text, name text, detail text, slug text, image jsonb, price int, stock int, on_sale boolean)
      order by type, ref
      on conflict (publication_id, type, ref) do update set name = excluded.name, detail = excluded.detail, slug = excluded.slug,
        image = excluded.image, price = excluded.price, on_sale = excluded.on_sale`;
    await tx.$executeRaw`
      update good set on_sale = false
      where publication_id = ${id} and on_sale and (type, ref) not in
        (select type, ref from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as t(type text, ref text))`;
    // A slug may move from one product to another: out of the way with all of them first, so that no order of updates
    // collides.
    await tx.$executeRaw`
      update product set on_sale = false, slug = ${WITHDRAWN}::text || ref where publication_id = ${id}`;
    await tx.$executeRaw`
      insert into product as p (publication_id, ref, slug, type, name, description, image, sizes, tags, position, on_sale)
      select ${id}, ref, slug, type, name, description, image, sizes, tags, position, true
      from jsonb_to_recordset(${JSON.stringify(products)}::jsonb)
        as t(ref text, slug text, type text, name text, description text, image jsonb, sizes jsonb, tags text[], position int)
      on conflict (publication_id, ref) do update set slug = excluded.slug, type = excluded.type, name = excluded.name,
        description = excluded.description, image = excluded.image, sizes = excluded.sizes, tags = excluded.tags,
        position = excluded.position, on_sale = true`;
    await tx.$executeRaw`
      update issue set slug = ${WITHDRAWN}::text || ref where publication_id = ${id}`;
    await tx.$executeRaw`
      insert into issue as i (publication_id, ref, number, title, slug, summary, cover, files, released)
      select ${id}, ref, number, title, slug, summary, cover, files, released
      from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb)
        as t(ref text, number int, title text, slug text, summary text, cover jsonb, files jsonb, released date)
      on conflict (publication_id, ref) do update set number = excluded.number, title = excluded.title, slug = excluded.slug,
        summary = excluded.summary, cover = excluded.cover, files = excluded.files, released = excluded.released`;
    await sellIssues(tx, { publicationId: id, today });
    await showUploadedCovers(tx, id);
    // A publication that begins here owes nobody what came out before it (decision 010: a subscription begins with the
    // next issue).
    if (row?.is_new) {
      await tx.$executeRaw`
        insert into release (publication_id, issue, released, completed)
        select publication_id, number, ${clock()}, ${clock()} from issue i where publication_id = ${id} and ${isOutBy(today)}
        on conflict (publication_id, issue) do nothing`;
    }
    // What was used stays used: a limit that is lowered below it allows no more uses, and takes none back.
    await tx.$executeRaw`
      insert into coupon_count as c (publication_id, code, most)
      select ${id}, code, "limit" from jsonb_to_recordset(${JSON.stringify(publication.coupons)}::jsonb) as t(code text, "limit" int) order by code
      on conflict (publication_id, code) do update set most = case when excluded.most is not null then greatest(excluded.most, c.used) end`;
    return { revision: row?.revision ?? 1, goods: goods.length, products: products.length, issues: issues.length };
  });
}

function publishedData({ products: _products, issues: _issues, articles: _articles, coupons, ...data }: Publication): PublishedInput {
  return { ...data, coupons: coupons.map(({ applied: _applied, ...coupon }) => coupon) };
}

/** Each picture of a product or an issue, with the address under which this service serves it. */
async function artPictures(publication: Publication, dir: string): Promise<(picture: Picture) => Picture> {
  const sources = [...publication.products.map(({ image }) => image.source), ...publication.issues.map(({ cover }) => cover.source)];
  const addresses = new Map(await Promise.all(sources.map(async (source) => [source, await artAddress(dir, source)] as const)));
  return (picture) => ({ ...picture, source: addresses.get(picture.source) ?? picture.source });
}
