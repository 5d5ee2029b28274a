import type { DeskAction } from '@newsstand/contracts/desk-history';
import { mayTakeBack } from '@newsstand/contracts/desk-roles';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '../parts/desk.module.css';
import { LastAct } from './last-act.tsx';
import { useSignedIn } from '../session/session.tsx';
import { TakeBack } from './take-back.tsx';
import { agoWords, doneWords, moment, notedOf, reasonOf, verbWords } from '../parts/words.ts';

/**
 * Things that were done, as they were asked for: newest first, by their day or by how long `ago` they were. What can be
 * taken back, and is theirs to, is taken back where it stands; `onOpen`: what the page said of it last is not said any
 * more.
 */
export const Actions = ({ actions, ago = false, onOpen }: { actions: readonly DeskAction[]; ago?: boolean; onOpen?: () => void }) => {
  const names = useSignedIn();
  const [undoing, setUndoing] = useState<DeskAction | null>(null);
  const [message, setMessage] = useState('');
  const open = (action: DeskAction) => {
    onOpen?.();
    setMessage('');
    setUndoing(action);
  };
  return (
    <>
      <LastAct text={message} />
      <ul className={`${styles['lines']} ${styles['done']}`}>
        {actions.map((action) => (
          <li key={action.id}>
            <span>
              {action.who} {doneWords(action, names)}
              {action.owner !== undefined && action.name !== undefined && (
                <>
                  {' · '}
                  <Link to="/readers/$owner" params={{ owner: action.owner }}>
                    {action.name === '' ? 'No name' : action.name}
                  </Link>
                </>
              )}
              {action.email !== undefined && ` · ${action.email}`}
              {reasonOf(action) !== '' && <small> {reasonOf(action)}</small>}
              {notedOf(action) !== '' && (
                <>
                  {' '}
                  <q>{notedOf(action)}</q>
                </>
              )}
            </span>
            <span>
              {action.undone && 'taken back'}
              {action.undo && mayTakeBack(names.person.roles, action.verb) && (
                <button type="button" className={styles['small']} onClick={() => open(action)}>
                  Undo<span className={styles['unseen']}>: {verbWords(action, names)}</span>
                </button>
              )}
            </span>
            <time dateTime={action.at} title={moment(action.at)}>
              {ago ? agoWords(action.at, new Date()) : moment(action.at)}
            </time>
          </li>
        ))}
      </ul>
      {undoing !== null && (
        <TakeBack
          done={undoing}
          actions={actions}
          onDone={(text) => {
            setUndoing(null);
            setMessage(text);
          }}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  );
};
