import type { CodedText } from './http/coded-text.ts';

/** What a program that staff starts does not do, and why: no page sees it, so it is prose in English. */
export class StaffRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StaffRefusal';
  }
}

/** What a program refuses and the desk does, too: the desk says `told`, the program the same in our own words, after the `option` that is wrong. */
export class ToldRefusal extends StaffRefusal {
  readonly told: CodedText;

  constructor(told: CodedText, option = '') {
    super([option, told.inWords({})].filter(Boolean).join(' '));
    this.name = 'ToldRefusal';
    this.told = told;
  }
}
