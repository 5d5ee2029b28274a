import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { describe, expect, it } from 'vitest';
import { postCsv } from './post-list-rules.ts';

const rows = (name: string, line1 = '2 Slipway') =>
  postCsv([{ name, address: makeAddress({ line1, line2: '', country_name: 'United States' }), copies: 2 }]).split('\r\n');

describe('the list of what must be posted', () => {
  it('has a line for each reader with name, address and copies', () => {
    const [head, line, end] = rows('Ada Merrow');
    expect(head).toBe('name,line1,line2,city,state,postcode,country,copies');
    expect(line).toMatch(/^Ada Merrow,2 Slipway,,.*,United States,2$/);
    expect(end).toBe('');
  });

  it.each([
    ['Merrow, Ada', '"Merrow, Ada",'],
    ['Ada "Tide" Merrow', '"Ada ""Tide"" Merrow",'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")",`],
    ['@ada', "'@ada,"],
    ['Ada', 'Ada,'],
  ])('keeps the name %s in one cell, which runs nothing', (name, start) => {
    expect(rows(name)[1]?.startsWith(start)).toBe(true);
  });
});
