import { rolesOf, type DeskVerb } from '@newsstand/contracts/desk-roles';
import { Link } from '@tanstack/react-router';
import styles from '../parts/desk.module.css';
import { useSignedIn } from '../session/session.tsx';
import { Heading } from '../parts/page-parts.tsx';
import { listed } from '../parts/words.ts';

/**
 * Instead of a page that is not for whoever opened its address: for whom it is, and whom to ask. Asked again, the
 * service says the same.
 */
export function NotForRole({ verb }: { verb: DeskVerb }) {
  const { name, roles } = useSignedIn().person;
  return (
    <>
      <Heading text="This page is not for your role" />
      <p className={styles['facts']}>
        It is for {listed(rolesOf(verb), 'or')}. You are {name}, {listed(roles, 'and')}.
      </p>
      <p>
        Ask one of them for what you need, or a publisher, who can give you another role (Staff). <Link to="/">Today</Link> has what waits
        for you.
      </p>
    </>
  );
}
