import { deskEndpoints } from '@newsstand/contracts/desk-endpoints';
import { DESK_ROLES, type DeskRole } from '@newsstand/contracts/desk-roles';
import type { DeskColleague } from '@newsstand/contracts/desk-staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { call } from './call.ts';
import styles from './desk.module.css';
import { proved } from './prove.ts';
import { Said } from './reader-acts.tsx';
import { useMay, useSignedIn } from './session.tsx';
import { Asked, Heading } from './state.tsx';
import { day } from './words.ts';

/** Everybody who works here, and what they may do. */
export function Staff() {
  const query = useQuery({ queryKey: ['staff'], queryFn: () => call(deskEndpoints.deskStaff) });
  const may = useMay('changeStaff');
  const [open, setOpen] = useState<DeskColleague | null>(null);
  const [said, setSaid] = useState('');
  return (
    <>
      <Heading text="Staff" />
      <Said text={said} />
      {open && (
        <ChangeStaff
          who={open}
          onDone={(what) => {
            setSaid(what);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      <Asked query={query} what="the staff">
        {({ staff }) => (
          <table className={styles['table']}>
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
                  <td>{one.keys === 1 ? '1, a second is safer' : one.keys}</td>
                  {may && (
                    <td className={styles['end']}>
                      <button type="button" className={styles['small']} onClick={() => setOpen(one)}>
                        Change<span className={styles['unseen']}>: {one.name}</span>
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Asked>
      <p className={styles['none']}>
        Somebody is invited, and given another key, by <code>npm run desk:invite</code> on the server.
      </p>
    </>
  );
}

type Props = { who: DeskColleague; onDone: (said: string) => void; onClose: () => void };

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
      wish={isChanged && roles.length > 0 ? { roles, disabled } : null}
      send={(wish, { action, dry }) =>
        proved(session, () =>
          call(deskEndpoints.deskChangeStaff, {
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
      <fieldset className={styles['line']}>
        <legend>Roles</legend>
        {DESK_ROLES.map((role) => (
          <label key={role} className={styles['tick']}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={(event) => setRoles(event.currentTarget.checked ? [...roles, role] : roles.filter((one) => one !== role))}
            />
            {role}
          </label>
        ))}
      </fieldset>
      <label className={styles['tick']}>
        <input type="checkbox" checked={disabled} onChange={(event) => setDisabled(event.currentTarget.checked)} />
        May not work here any more
      </label>
    </ActDialog>
  );
};

const STAFF = ['staff'];
