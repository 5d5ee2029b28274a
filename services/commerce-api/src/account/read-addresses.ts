import type { AccountAddresses } from '@newsstand/contracts/account';
import { Address } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import type { Sql } from '../checkout/sql.ts';
import * as v from 'valibot';
import { NO_ADDRESS } from './subscriber-of.ts';

type Row = { shipcode: string; address: unknown; version: string };

/** The addresses of an owner, at most one for each zone, and the version of each. */
export async function readAddresses(sql: Sql, publicationId: string, ownerId: string): Promise<AccountAddresses> {
  const rows = await sql.$queryRaw<Row[]>`
    select shipcode, address, md5(address::text) as version from owner_address
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid`;
  const saved = (zone: Shipcode) => rows.find(({ shipcode }) => shipcode === zone);
  const [a, b, c] = SHIPCODES;
  const addressOf = (zone: Shipcode) => v.parse(v.nullable(Address), saved(zone)?.address ?? null);
  const versionOf = (zone: Shipcode) => saved(zone)?.version ?? NO_ADDRESS;
  return {
    addresses: { [a]: addressOf(a), [b]: addressOf(b), [c]: addressOf(c) },
    address_versions: { [a]: versionOf(a), [b]: versionOf(b), [c]: versionOf(c) },
  };
}

/** The same, and changes of one reader's addresses come one after the other until the transaction ends. */
export async function lockAddresses(tx: Sql, publicationId: string, ownerId: string): Promise<AccountAddresses> {
  await tx.$queryRaw`select 1 from account where id = ${ownerId}::uuid for update`;
  return readAddresses(tx, publicationId, ownerId);
}
