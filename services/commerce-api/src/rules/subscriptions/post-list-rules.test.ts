import { makeAddress } from '@newsstand/contracts/fixtures/receipt';
import { describe, expect, it } from 'vitest';
import { postCsv } from './post-list-rules.ts';

const rows = (name: string, postcode = '45402-1234', left: number | null = 3) => {
  const address = makeAddress({ line1: '2 Slipway', line2: '', postcode, country_name: 'United States' });
  return postCsv([{ issue: 16, shipcode: 'a', part: 1, number: 412, name, address, copies: 2, left }]).split('\r\n');
};

describe('the list of what must be posted', () => {
  it('has a line for each reader with name, address and copies', () => {
    const [head, line, end] = rows('Ada Merrow');
    expect(head).toBe('name,line1,line2,city,state,postcode,country,copies,label,number,country_code,zip,zip4,issues_left');
    expect(line).toMatch(/^Ada Merrow,2 Slipway,,.*,United States,2,16-A1-000412,412,US,45402,1234,3$/);
    expect(end).toBe('');
  });

  it('has an address of before as labels have it', () => {
    expect(rows('Ada', '454021234')[1]).toMatch(/,45402-1234,United States,.*,US,45402,1234,3$/);
  });

  it('leaves empty what is not there: the end of a lifetime, and the second half of a postcode', () => {
    expect(rows('Ada', '45402', null)[1]).toMatch(/,US,45402,,$/);
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
