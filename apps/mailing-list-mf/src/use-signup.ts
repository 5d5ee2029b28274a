import { useState } from 'react';
import { type Signup, signUp, type SignUpInput } from './sign-up.ts';

/** Holds the state of one sign-up and makes the call; a second submit while one is on its way is ignored. */
export const useSignup = (input: SignUpInput, onSuccess: () => void) => {
  const [signup, setSignup] = useState<Signup>({ type: 'empty' });
  const submit = async (email: string) => {
    if (signup.type === 'querying') return;
    setSignup({ type: 'querying' });
    const outcome = await signUp(input, email);
    setSignup(outcome);
    if (outcome.type === 'success') onSuccess();
  };
  return { signup, submit };
};
