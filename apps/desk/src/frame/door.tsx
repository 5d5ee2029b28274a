import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { Asked } from '../parts/page-parts.tsx';
import { sessionQuery, SignedInAs, useHeld } from '../session/session.tsx';
import { SignIn, SignInAgain, Welcome } from './sign-in.tsx';

/**
 * Nobody sees more than the door who is not signed in. Whose session ends finds the page as they left it once they are
 * signed in again; nobody else does.
 */
export function Door() {
  const query = useQuery(sessionQuery);
  const { held, isAway } = useHeld(query.data);
  const isWelcome = useRouterState({ select: ({ location }) => location.pathname === '/welcome' });
  if (query.data && held && !isWelcome) {
    return (
      <SignedInAs value={held}>
        <Frame key={held.person.email} isAway={isAway} />
        {isAway && <SignInAgain session={query.data} as={held.person.name} />}
      </SignedInAs>
    );
  }
  return (
    <Asked query={query} what="who is signed in" heading="The desk">
      {(session) => (isWelcome ? <Welcome session={session} /> : <SignIn session={session} />)}
    </Asked>
  );
}
