import { readersEndpoints } from '@newsstand/contracts/desk-endpoints-readers';
import { consentOf, type DeskMember, type DeskMembers } from '@newsstand/contracts/desk-members';
import { DESK_REASONS, type ReaderReason } from '@newsstand/contracts/desk-verbs';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { ReasonField } from '../parts/select-field.tsx';
import { useSignedIn } from '../session/session.tsx';
import { day, listName } from '../parts/words.ts';

type Props = {
  members: readonly DeskMember[];
  /** The mailbox that the page is about, which needs no saying. */
  own?: string | null;
  onLeave: ((member: DeskMember) => void) | undefined;
};

/** The mailing lists that an address is on, by which consent, or has left. */
export const Members = ({ members, own, onLeave }: Props) => {
  const names = useSignedIn();
  return (
    <ul className={`${styles['lines']} ${styles['done']}`}>
      {members.map((member) => {
        const { id, email, list, since, left } = member;
        return (
          <li key={id}>
            <span>
              {listName(list, names)}, {left === null ? consentOf(member) : 'off it'}
              {email !== own && ` · ${email}`}
            </span>
            <span>
              {left === null && onLeave && (
                <button type="button" className={styles['small']} onClick={() => onLeave(member)}>
                  Take off…<span className={styles['unseen']}>: {listName(list, names)}</span>
                </button>
              )}
            </span>
            <time dateTime={left ?? since}>since {day(left ?? since)}</time>
          </li>
        );
      })}
    </ul>
  );
};

type LeaveProps = {
  member: DeskMember;
  now: DeskMembers;
  /** The page that shows it, by its key. */
  about: readonly string[];
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Takes an address off a mailing list, for whoever asks to be written to no more. */
export const LeaveList = ({ member: { id, email, list }, now, about, onDone, onClose }: LeaveProps) => {
  const names = useSignedIn();
  const [reason, setReason] = useState<ReaderReason>('asked');
  return (
    <ActDialog
      title={`Take ${email} off a mailing list`}
      verb="Take off the list"
      about={about}
      shown={{
        now,
        says: ({ members }) => {
          const member = members.find((one) => one.id === id);
          return { 'On the list': member === undefined ? 'Not known' : member.left === null ? 'Yes' : `Off it since ${day(member.left)}` };
        },
        typed: { 'On the list': 'No' },
        history: ({ history }) => history,
      }}
      wish={{ reason }}
      send={(wish, { action, dry }) =>
        call(readersEndpoints.deskLeaveList, { params: { membership: id }, query: dry ? { dry: '' } : {}, body: { action, ...wish } })
      }
      happens={({ since }) => [
        `${listName(list, names)}: the address is off it at once, and in no file of it that is taken from now on.`,
        'A file that was taken before still has it: take it out there, too, or take the file anew.',
        `Undo puts it on the list again, with the consent of ${day(since)}. Nobody is written to.`,
        'Letters about what they ordered, and about new issues, still come.',
      ]}
      done={() => `${email} is off the list ${listName(list, names)}.`}
      {...{ onDone, onClose }}
    >
      <ReasonField value={reason} reasons={DESK_REASONS} onChange={setReason} />
    </ActDialog>
  );
};
