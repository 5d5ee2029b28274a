import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { mayDo } from '@newsstand/contracts/desk-roles';
import { apiText } from '../../platform/http/api-text.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { readAnyCreditNote } from '../../files/read-credit-note.ts';
import { noteOpened, type Onlooker } from '../note-opened.ts';
import type { Person } from '../staff/staff-session.ts';

/**
 * Where the desk reads a credit note. Its reader's own address has the token of the receipt, with which anybody has
 * what the order gave: links of gifts, files, a mailbox.
 */
export const creditNoteAt = (number: string): string => moneyEndpoints.deskCreditNote.path.replace('{number}', number);

/**
 * A credit note as a PDF, without the mailbox where a role sees none. It says who was paid back and where they live, so
 * that reading it is a look at them. Refuses (404) where there is none.
 */
export async function drawCreditNoteFor(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  onlooker: Onlooker<Pick<Person, 'id' | 'roles'>>,
  number: string,
): Promise<Buffer> {
  const note = await readAnyCreditNote(deps, number);
  if (!note) throw new Refusal(404, apiText('not_found'));
  await noteOpened(deps, onlooker, note.owner);
  const { drawCreditNote } = await import('../../files/credit-note-pdf.ts');
  return drawCreditNote({ ...note, email: mayDo(onlooker.person.roles, 'seeReaders') ? note.email : '' }, deps.publication.cached());
}
