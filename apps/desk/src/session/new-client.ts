import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isForbidden, isRefusal, isSignedOut } from './call.ts';
import { sessionQuery } from './session.tsx';

/**
 * A session that has ended is asked for anew, whichever call noticed it: then the door is shown. So is one whose person
 * may do less than before.
 */
export const newClient = (): QueryClient => {
  const askWho = () => void client.invalidateQueries(sessionQuery);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isOtherwise(error) && query.queryKey[0] !== 'session') askWho();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isOtherwise(error)) askWho();
      },
    }),
    // What the service refused it refuses again; what it could not answer is worth one more try.
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && !isRefusal(error) },
    },
  });
  return client;
};
const isOtherwise = (error: Error): boolean => isSignedOut(error) || isForbidden(error);
