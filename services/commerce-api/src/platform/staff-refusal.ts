/** What a program that staff starts does not do, and why: no page sees it, so it is prose in English. */
export class StaffRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StaffRefusal';
  }
}
