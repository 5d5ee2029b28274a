import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { loggedInHere } from '../src/logged-in-here.ts';
import { LoggedInWords } from '../src/logged-in-words.tsx';
import { LoginOffer } from '../src/login-offer.tsx';
import type { Login } from '../src/use-login.ts';
import { Example, Row } from './example.tsx';

const EMAIL = 'ada@example.org';
const TEXTS = {
  password: `Password of ${EMAIL}`,
  log_in: 'Log in',
  logging_in: 'Logging in',
  otherwise: 'Other ways to log in',
  note: 'What you typed stays here.',
  send_code: 'Send me a code instead',
  new_code: 'Send a new code',
  sending_code: 'Sending',
  code: 'Code',
  code_sent: `A code of 6 digits is on its way to ${EMAIL}. It may take a minute.`,
};
const STATES: Partial<Login>[] = [
  {},
  { password: 'a ferry at noon', problem: 'The email or password is not correct.' },
  { password: 'a ferry at dawn', busy: true },
  { sendingCode: true },
  { code: 'a-token' },
  { byPassword: false },
];

export const Logins = () => (
  <>
    <Example
      name="LoginOffer"
      about="Where an address turns out to have an account, its owner logs in amid the form: by password, or by a code that is mailed."
    >
      {STATES.map((state, index) => (
        <Offer key={index} {...state} />
      ))}
    </Example>
    <Example name="LoggedInWords" about="Who is logged in. After a login amid a form the page reloads, and the focus is on these words.">
      <LoggedInWords>Logged in as Ada Merrow.</LoggedInWords>
      <Row>
        <Button kind="secondary" onClick={logInHere}>
          As after a login here
        </Button>
      </Row>
    </Example>
  </>
);

const Offer = ({
  byPassword = true,
  code = null,
  password: start = '',
  problem = null,
  busy = false,
  sendingCode = false,
}: Partial<Login>) => {
  const [password, onPassword] = useState(start);
  const [sent, setSent] = useState(code);
  const login = { byPassword, code: sent, password, problem, busy, sendingCode, onPassword, sendCode: () => setSent('a-token') };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!byPassword) setSent('a-token');
      }}
      noValidate
    >
      <LoginOffer login={login} href="#login" texts={TEXTS}>
        <Button kind="quiet">Order without an account</Button>
      </LoginOffer>
    </form>
  );
};

const logInHere = () => {
  loggedInHere.write(true);
  location.reload();
};
