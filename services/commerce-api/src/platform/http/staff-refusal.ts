import type { CodedText } from './coded-text.ts';

/** What a program that staff starts does not do, and why: no page sees it, so it is prose in English. */
export class StaffRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StaffRefusal';
  }
}

/**
 * What a program refuses and the desk does, too: the desk says `told`, the program the same in our own words, after the
 * `option` that is wrong. `field`: of the desk's, which says so beside it.
 */
export class ToldRefusal extends StaffRefusal {
  readonly told: CodedText;
  readonly field: string | null;

  constructor(told: CodedText, { option = '', field = null }: { option?: string; field?: string | null } = {}) {
    super([option, told.inWords({})].filter(Boolean).join(' '));
    this.name = 'ToldRefusal';
    this.told = told;
    this.field = field;
  }
}
