import { importsEndpoints } from '@newsstand/contracts/desk-endpoints-imports';
import type { DeskImport, ImportCounts, ImportWithdrawn } from '@newsstand/contracts/desk-imports';
import { useNavigate } from '@tanstack/react-router';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import type { Facts } from '../acts/changed-meanwhile.tsx';
import { many, STATES } from './imports.tsx';
import { proved } from '../session/show-key.ts';
import { useSignedIn } from '../session/session.tsx';
import { momentIn } from '../parts/words.ts';

const dollars = (cents: number): string => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** What taking over does with those that are new. */
export function happensOf({
  mailboxes,
  accounts,
  unproved,
  apart,
  unsure,
  unsure_rows: unsureRows,
  moved,
  printed,
  copies,
  unposted,
  lifetimes,
  issues,
  value,
  lists,
  notes,
  new_lists: made,
  new: fresh,
}: ImportCounts): string[] {
  return [
    `${many(issues, 'issue')} are owed${lifetimes > 0 ? `, and ${many(lifetimes, 'lifetime')}` : ''}${value > 0 ? `; ${dollars(value)} are not served` : ''}.`,
    ...(printed > 0
      ? [`${many(printed, 'subscription is', 'subscriptions are')} posted, ${many(copies, 'copy', 'copies')} of an issue.`]
      : []),
    ...(unposted > 0
      ? [
          `${printed === 0 ? 'None is posted: ' : ''}${many(unposted, 'row has an address and is', 'rows have an address and are')} Digital, so that nothing is sent there.`,
        ]
      : []),
    `${many(mailboxes, 'has', 'have')} an e-mail address: a code that is mailed there leads to them. ${many(fresh - mailboxes, 'has', 'have')} none.`,
    ...(lists > 0 ? [`${many(lists, 'is', 'are')} put on mailing lists, unless they have left them here.`] : []),
    ...(lists > 0 && made.length > 0
      ? [
          `${many(made.length, 'mailing list is', 'mailing lists are')} new, and nobody is on ${made.length === 1 ? 'it' : 'them'} yet: ${made.join(', ')}.`,
        ]
      : []),
    ...(notes > 0 ? [`${many(notes, 'note is', 'notes are')} taken over; readers never see them.`] : []),
    ...(accounts > 0
      ? [`${many(accounts, 'address has an account', 'addresses have accounts')} here: it comes behind what they have.`]
      : []),
    ...(unproved > 0
      ? [`${many(unproved, 'address has an account', 'addresses have accounts')} that nobody has proved: theirs waits until somebody does.`]
      : []),
    ...(moved > 0
      ? [
          `${many(moved, 'is', 'are')} of somebody with an account here under the same name and another address: it comes behind what they have, and the address that they have here stays.`,
        ]
      : []),
    ...(apart > 0
      ? [
          `${many(apart, 'goes', 'go')} to somebody else than whoever pays, as gifts do, or to a second address or name of theirs: posted there as before, and in nobody’s account until who gets it adds it by its number and postal code.`,
        ]
      : []),
    ...(unsure > 0
      ? [
          `Of ${unsure === apart ? 'these' : `${many(unsure, 'row')} of these`} the file does not say who pays, and address or name are others than their person’s (such as row ${unsureRows.join(', ')}). What is their own after all they add in the same way.`,
        ]
      : []),
  ];
}

/** That a spreadsheet seems to have saved the file: whoever has a subscription already would have another one. */
export const zerosOf = ({ without_zeros: without, new: fresh }: ImportCounts): string =>
  `${without.toLocaleString('en')} of ${many(fresh, 'new number')} ${without === 1 ? 'looks' : 'look'} like ${without === 1 ? 'one' : 'those'} of an earlier file without the zeros in front, as a spreadsheet saves them: taken over, ${without === 1 ? 'it is a second subscription of the same reader' : 'they are second subscriptions of the same readers'}. Bring the file as the other system wrote it.`;

/** Of each system that was taken over before whose readers are in the file, too, that they are. */
export const takenBeforeOf = ({ taken_before: before }: ImportCounts, source: string): string[] =>
  before.map(
    (one) =>
      `Of ‘${one.source}’, which was taken over before, the file has ${[
        ...(one.numbers > 0 ? [many(one.numbers, 'number')] : []),
        ...(one.mailboxes > 0 ? [many(one.mailboxes, 'e-mail address', 'e-mail addresses')] : []),
        ...(one.people > 0 ? [many(one.people, 'name with its address', 'names with their addresses')] : []),
      ].join(
        ', ',
      )}. If it is the same system, throw this file away and bring it as ‘${one.source}’: taken over as ‘${source}’, these are second subscriptions of the same readers.`,
  );

const importFacts = ({ state, counts }: DeskImport): Facts => ({
  'The file': STATES[state],
  ...(counts && { 'To take over': `${many(counts.new, 'new row')}, ${many(counts.changed, 'changed row')}` }),
});

type DialogProps = { file: DeskImport; onDone: (message: string) => void; onClose: () => void };

export const Apply = ({ file, counts, onDone, onClose }: DialogProps & { counts: ImportCounts }) => {
  const session = useSignedIn();
  const rows = counts.new + counts.changed;
  return (
    <ActDialog
      title={`Take over ${file.name}`}
      verb={`Take over ${many(rows, 'row')}`}
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        proved(session, () =>
          call(importsEndpoints.deskApplyImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action, rows } }),
        )
      }
      happens={({ counts: now, soon }) => [
        ...(now.new === 0
          ? [`${many(now.changed, 'name or address is', 'names or addresses are')} changed. No subscription is new.`]
          : [
              `${many(now.new, 'subscription is', 'subscriptions are')} taken over${now.changed > 0 ? `, and ${many(now.changed, 'name or address', 'names or addresses')} changed` : ''}.`,
              ...(now.without_zeros > 0 ? [zerosOf(now)] : []),
              ...takenBeforeOf(now, file.source),
              ...happensOf(now),
            ]),
        ...(soon && now.new > 0
          ? [
              `Issue ${soon.issue} is given to readers at ${momentIn(soon.at, session.time_zone)}: whoever is taken over before that is given it, and has one issue less left. Where the other system sends it, take over after that.`,
            ]
          : []),
        'Nobody is written to of it. Whose subscription is new here has the letters of the next issue as everybody does: write to them before that.',
        ...(now.new > 0 ? ['Within 30 days what nobody has used yet can be taken back.'] : []),
        ...(now.changed > 0 ? ['A name or address that is changed stays so: no taking back brings the one before.'] : []),
      ]}
      done={() => 'It is being taken over.'}
      {...{ onDone, onClose }}
    />
  );
};

export const Withdraw = ({ file, onDone, onClose }: DialogProps) => {
  const session = useSignedIn();
  return (
    <ActDialog<object, ImportWithdrawn, DeskImport>
      title={`Take back what ${file.name} brought`}
      verb={(plan) => (plan ? `Take back ${many(plan.untouched, 'subscription')}` : 'Take back')}
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        proved(session, () =>
          call(importsEndpoints.deskWithdrawImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action } }),
        )
      }
      ready={(plan) => plan !== undefined && plan.untouched > 0}
      happens={({ untouched, used, mailed = 0, stopped = 0 }) => [
        untouched === 0
          ? 'Nothing of it can be taken back any more.'
          : `${many(untouched, 'subscription goes', 'subscriptions go')} as if they had not come, with their addresses and the accounts that were made for them.`,
        used > 0
          ? `${many(used, 'stays', 'stay')}: an issue of it has come, something was changed or noted, or its reader was here since.`
          : 'Nothing of it has been used since.',
        ...(file.counts !== null && file.counts.changed > 0
          ? [
              `${many(file.counts.changed, 'name or address', 'names or addresses')} that the file changed ${file.counts.changed === 1 ? 'stays' : 'stay'} as it has them.`,
            ]
          : []),
        ...(mailed > 0
          ? [
              `${many(mailed, 'of those has', 'of those have')} a letter that their subscription is here: it leads to nothing then, and no letter says so.`,
            ]
          : []),
        ...(stopped > 0 ? [`${many(stopped, 'letter that waits is', 'letters that wait are')} not sent.`] : []),
        ...(untouched > 0
          ? [`${mailed > 0 ? 'Nobody is written to of it.' : 'Nobody is written to.'} The same file can be brought again.`]
          : []),
      ]}
      done={() => 'It is being taken back.'}
      {...{ onDone, onClose }}
    />
  );
};

export const Discard = ({ file, onClose }: Omit<DialogProps, 'onDone'>) => {
  const navigate = useNavigate();
  return (
    <ActDialog
      title={`Throw ${file.name} away`}
      verb="Throw it away"
      about={['import', file.id]}
      shown={{ now: file, says: importFacts }}
      wish={{}}
      send={(_wish, { action, dry }) =>
        call(importsEndpoints.deskDiscardImport, { params: { id: file.id }, query: dry ? { dry: '' } : {}, body: { action } })
      }
      happens={({ rows }) => [`Its ${many(rows, 'row')} and what was found are gone. Nothing was taken over.`]}
      done={() => ''}
      onDone={() => void navigate({ to: '/imports' })}
      onClose={onClose}
    />
  );
};
