import { staffEndpoints } from '@newsstand/contracts/desk-endpoints-staff';
import { DESK_ROLES, type DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskColleague } from '@newsstand/contracts/desk-staff';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import { ON_NO_PAGE, type Facts } from '../acts/changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { proved } from '../session/show-key.ts';
import { LastAct } from '../acts/last-act.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import { day } from '../parts/words.ts';

/** Everybody who works here, and what they may do. */
export function Staff() {
  const query = useQuery({ queryKey: ['staff'], queryFn: () => call(staffEndpoints.deskStaff) });
  const [may, invites] = [useMay('changeStaff'), useMay('inviteStaff')];
  const [open, setOpen] = useState<DeskColleague | 'invite' | { key: DeskColleague } | { link: DeskColleague } | null>(null);
  const [message, setMessage] = useState('');
  const nowOf = (opened: DeskColleague): DeskColleague => query.data?.staff.find(({ id }) => id === opened.id) ?? opened;
  const dialog = {
    onDone: (what: string) => {
      setMessage(what);
      setOpen(null);
    },
    onClose: () => setOpen(null),
  };
  return (
    <>
      <Heading text="Staff" />
      <LastAct text={message} />
      {invites && (
        <div className={styles['acts']}>
          <Button onClick={() => setOpen('invite')}>Invite somebody…</Button>
        </div>
      )}
      {open !== null &&
        (open === 'invite' ? (
          <InviteStaff {...dialog} />
        ) : 'key' in open ? (
          <MailKeyLink who={nowOf(open.key)} {...dialog} />
        ) : 'link' in open ? (
          <TakeBackKeyLink who={nowOf(open.link)} {...dialog} />
        ) : (
          <ChangeStaff who={nowOf(open)} {...dialog} />
        ))}
      <Asked query={query} what="the staff">
        {({ staff }) => (
          <table className={`${styles['table']} ${styles['stacked']}`}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">E-mail</th>
                <th scope="col">Roles</th>
                <th scope="col">Passkeys</th>
                {may && (
                  <th scope="col">
                    <span className={styles['unseen']}>Change</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {staff.map((one) => (
                <tr key={one.email}>
                  <th scope="row">{one.name}</th>
                  <td>{one.email}</td>
                  <td>{one.disabled ? `disabled ${day(one.disabled)}` : one.roles.join(', ')}</td>
                  <td data-name="Passkeys">
                    {one.keys === 1 ? '1, a second is safer' : one.keys}
                    {one.invited ? <small> a link until {day(one.invited)}</small> : null}
                  </td>
                  {may && (
                    <td className={styles['end']}>
                      <button type="button" className={styles['small']} onClick={() => setOpen(one)}>
                        Change<span className={styles['unseen']}>: {one.name}</span>
                      </button>{' '}
                      {invites && one.disabled === null && (
                        <button type="button" className={styles['small']} onClick={() => setOpen({ key: one })}>
                          New key<span className={styles['unseen']}>: {one.name}</span>
                        </button>
                      )}{' '}
                      {invites && one.invited && (
                        <button type="button" className={styles['small']} onClick={() => setOpen({ link: one })}>
                          Take back<span className={styles['unseen']}>: the link of {one.name}</span>
                        </button>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Asked>
      <p className={styles['none']}>
        Where no publisher can sign in any more, <code>npm run desk:invite</code> on the server makes a link.
      </p>
    </>
  );
}

const staffFacts = ({ roles, disabled }: DeskColleague): Facts => ({
  'May do': disabled === null ? roles.join(', ') : `Disabled ${day(disabled)}`,
});

type Props = { who: DeskColleague; onDone: (message: string) => void; onClose: () => void };

/** What somebody may do, and whether they may work here at all. */
const ChangeStaff = ({ who, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const [roles, setRoles] = useState<readonly DeskRole[]>(who.roles);
  const [disabled, setDisabled] = useState(who.disabled !== null);
  const isChanged = disabled !== (who.disabled !== null) || roles.toSorted().join(' ') !== who.roles.toSorted().join(' ');
  return (
    <ActDialog
      title={`What ${who.name} may do`}
      verb={disabled && who.disabled === null ? `Disable ${who.name}` : 'Change it'}
      about={STAFF}
      shown={{ now: who, says: staffFacts, typed: { 'May do': disabled ? 'May not work here any more' : roles.join(', ') } }}
      wish={isChanged && roles.length > 0 ? { roles, disabled } : null}
      send={(wish, { action, dry }) =>
        proved(session, () =>
          call(staffEndpoints.deskChangeStaff, {
            params: { staff: who.id },
            query: dry ? { dry: '' } : {},
            body: { action, version: who.version, ...wish },
          }),
        )
      }
      happens={({ ended }) => [
        disabled ? `${who.name} cannot sign in any more.` : `${who.name} may do what these may: ${roles.join(', ')}.`,
        ended === 0
          ? 'They are signed in nowhere.'
          : `They are signed out at once, in ${ended === 1 ? 'one browser' : `${ended} browsers`}.`,
        'Their passkeys stay.',
      ]}
      done={() => (disabled ? `${who.name} was disabled.` : `${who.name} is now: ${roles.join(', ')}.`)}
      {...{ onDone, onClose }}
    >
      <Roles roles={roles} onChange={setRoles} />
      <label className={styles['tick']}>
        <input type="checkbox" checked={disabled} onChange={(event) => setDisabled(event.currentTarget.checked)} />
        May not work here any more
      </label>
    </ActDialog>
  );
};

const Roles = ({ roles, onChange }: { roles: readonly DeskRole[]; onChange: (roles: readonly DeskRole[]) => void }) => (
  <fieldset className={styles['line']}>
    <legend>Roles</legend>
    {DESK_ROLES.map((role) => (
      <label key={role} className={styles['tick']}>
        <input
          type="checkbox"
          checked={roles.includes(role)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...roles, role] : roles.filter((one) => one !== role))}
        />
        {role}
      </label>
    ))}
  </fieldset>
);

type DialogProps = Omit<Props, 'who'>;

/** Somebody who does not work here yet. */
const InviteStaff = ({ onDone, onClose }: DialogProps) => {
  const session = useSignedIn();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly DeskRole[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const isWhole = name.trim() !== '' && email.includes('@') && roles.length > 0;
  return (
    <ActDialog
      title="Invite somebody to the desk"
      verb="Mail the invitation"
      about={STAFF}
      shown={ON_NO_PAGE}
      wish={isWhole ? { name, email, roles } : null}
      send={(wish, { action, dry }) =>
        proved(session, () => call(staffEndpoints.deskInvite, { query: dry ? { dry: '' } : {}, body: { action, ...wish } }))
      }
      happens={({ letter, expires }) => [
        `A letter goes to ${letter}. Its link makes a passkey, once, until ${day(expires)}.`,
        `They may do what these may: ${roles.join(', ')}.`,
      ]}
      done={({ letter }) => `The invitation goes to ${letter}.`}
      fields={INVITED}
      onErrors={setErrors}
      {...{ onDone, onClose }}
    >
      <div className={styles['fields']}>
        <Field label="Name" name="name" value={name} onChange={setName} error={errors['name']} />
        <Field label="E-mail" name="email" type="email" value={email} onChange={setEmail} error={errors['email']} />
      </div>
      <Roles roles={roles} onChange={setRoles} />
    </ActDialog>
  );
};

const INVITED = new Set(['name', 'email']);

/** The link that makes a passkey, for somebody who works here. */
const MailKeyLink = ({ who, onDone, onClose }: Props) => {
  const session = useSignedIn();
  const [replace, setReplace] = useState(false);
  return (
    <ActDialog
      title={`A new passkey for ${who.name}`}
      verb={replace ? 'Replace their passkeys' : 'Mail the link'}
      about={STAFF}
      shown={{ now: who, says: (now) => ({ Passkeys: String(now.keys), ...staffFacts(now) }) }}
      wish={{ replace }}
      send={(wish, { action, dry }) =>
        proved(session, () =>
          call(staffEndpoints.deskMailKeyLink, { params: { staff: who.id }, query: dry ? { dry: '' } : {}, body: { action, ...wish } }),
        )
      }
      happens={({ letter, expires, told }) => [
        `A link goes to ${letter}. It makes one passkey, once, until ${day(expires)}.`,
        ...(replace
          ? [
              'Once they have made it, those of before open nothing any more, and they are signed out everywhere.',
              told === 1 ? 'The one publisher is written to.' : `All ${told} publishers are written to.`,
            ]
          : ['Those that they have stay.']),
      ]}
      done={({ letter }) => `The link goes to ${letter}.`}
      {...{ onDone, onClose }}
    >
      <label className={styles['tick']}>
        <input type="checkbox" checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} />
        Theirs is lost: the new one takes the place of all they have
      </label>
    </ActDialog>
  );
};

/** The link of an invitation that was not used yet, or of a further passkey. */
const TakeBackKeyLink = ({ who, onDone, onClose }: Props) => {
  const session = useSignedIn();
  // The link that was looked at when this was opened: of another, mailed since, nobody has decided anything.
  const [invited] = useState(who.invited ?? '');
  return (
    <ActDialog
      title={who.keys === 0 ? `Take back the invitation of ${who.name}` : `Take back the link of ${who.name}`}
      verb="Take it back"
      about={STAFF}
      shown={{ now: who, says: linkFacts }}
      wish={{ invited }}
      send={(wish, { action, dry }) =>
        proved(session, () =>
          call(staffEndpoints.deskTakeBackKeyLink, {
            params: { staff: who.id },
            query: dry ? { dry: '' } : {},
            body: { action, ...wish },
          }),
        )
      }
      happens={({ links }) => [
        `${links === 1 ? 'The link' : `All ${links} links`} that ${who.email} has ${links === 1 ? 'makes' : 'make'} no passkey any more.`,
        who.keys === 0
          ? 'They stay on this list, and cannot sign in: New key mails another link, Change disables them.'
          : 'The passkeys that they have stay.',
        'Nobody is written to.',
      ]}
      done={() => `The link of ${who.name} was taken back.`}
      {...{ onDone, onClose }}
    />
  );
};

const linkFacts = ({ keys, invited }: DeskColleague): Facts => ({
  Link: invited ? `Until ${day(invited)}` : 'None',
  Passkeys: String(keys),
});

const STAFF = ['staff'];
