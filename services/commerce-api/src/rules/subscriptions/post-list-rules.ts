import { type Address, ADDRESS_PARTS, toAddressForm } from '@newsstand/contracts/address';
import { csvOf } from '@newsstand/contracts/csv';
import { labelCode, type LabelName } from '@newsstand/contracts/desk-post';
import { writtenPostcode } from '../checkout/postcode-rules.ts';

/**
 * Copies of an issue that must be posted to somebody. `left`: issues behind this one, null for a lifetime and where it
 * was not noted.
 */
export type PostLine = LabelName & { name: string; address: Address; copies: number; left: number | null };

const HEAD = ['name', ...ADDRESS_PARTS, 'copies', 'label', 'number', 'country_code', 'zip', 'zip4', 'issues_left'];

/**
 * The list of what must be posted, as CSV (RFC 4180) for a mail house. `zip` and `zip4` are the halves of an American
 * postcode.
 */
export function postCsv(lines: readonly PostLine[]): string {
  const rows = lines.map((line) => {
    const { name, address, copies, left } = line;
    const postcode = writtenPostcode({ postcode: address.postcode, country: address.country_code });
    const parts = { ...toAddressForm(address), postcode, country: address.country_name };
    const [, zip = '', zip4 = ''] = (address.country_code === 'US' && /^(\d{5})(?:-(\d{4}))?$/.exec(postcode)) || [];
    const more = [labelCode(line), String(line.number), address.country_code, zip, zip4, left === null ? '' : String(left)];
    return [name, ...ADDRESS_PARTS.map((part) => parts[part]), String(copies), ...more];
  });
  return csvOf([HEAD, ...rows]);
}
