import { Address } from '@newsstand/contracts/address';
import type { LabelName } from '@newsstand/contracts/desk-post';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';

const LabelRow = v.object({
  issue: v.number(),
  shipcode: Shipcode,
  part: v.number(),
  number: v.number(),
  owner: v.string(),
  subscription: v.nullable(v.string()),
  name: v.string(),
  address: Address,
  copies: v.number(),
  left: v.nullable(v.number()),
});
/**
 * A label of a list: name and address as they were when it was frozen. `left`: issues behind this one, null for a
 * lifetime and where it was not noted.
 */
export type PostLabel = v.InferOutput<typeof LabelRow>;

/** SQL: every label, of readers' own copies and of those that are posted again, as a table to be filtered. */
export const labelsOf = (publication: string): Prisma.Sql => Prisma.sql`(
  select issue, shipcode, part, number, owner_id, subscription_id, name, address, copies, issues_left
  from post_line where publication_id = ${publication}
  union all select issue, shipcode, part, number, owner_id, subscription_id, name, address, copies, issues_left
  from post_copy where publication_id = ${publication} and part is not null)`;

const columns = Prisma.sql`issue, shipcode, part, number, owner_id as owner, subscription_id as subscription, name, address, copies, issues_left as "left"`;

type List = { issue: number; shipcode: Shipcode; part: number };

/** A list's labels in the order of their numbers. */
export async function readLabels(sql: Sql, publication: string, { issue, shipcode, part }: List): Promise<PostLabel[]> {
  const rows = await sql.$queryRaw`
    select ${columns} from ${labelsOf(publication)} label
    where issue = ${issue}::int and shipcode = ${shipcode} and part = ${part}::int order by number`;
  return v.parse(v.array(LabelRow), rows);
}

/** SQL: the label of this number, in `labelsOf`. */
export const isLabel = ({ issue, shipcode, part, number }: LabelName): Prisma.Sql =>
  Prisma.sql`issue = ${issue}::int and shipcode = ${shipcode} and part = ${part}::int and number = ${number}::int`;

/** Of all lists of an issue the labels with a letter that is not in a set, as a regular expression writes it. */
export async function readLabelsWithout(sql: Sql, publication: string, issue: number, set: string): Promise<PostLabel[]> {
  const rows = await sql.$queryRaw`
    select ${columns} from ${labelsOf(publication)} label
    where issue = ${issue}::int and (name || address::text) ~ ${`[^${set}]`} order by shipcode, part, number`;
  return v.parse(v.array(LabelRow), rows);
}

/** One label; null where there is none of that number, or none any more since its reader was erased. */
export async function findLabel(sql: Sql, publication: string, label: LabelName): Promise<PostLabel | null> {
  const rows = await sql.$queryRaw`select ${columns} from ${labelsOf(publication)} label where ${isLabel(label)}`;
  return v.parse(v.array(LabelRow), rows)[0] ?? null;
}
