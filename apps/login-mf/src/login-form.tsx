import { useReducer, useState } from 'react';
import type { LoginTab } from '@newsstand/contracts/reader';
import { Tabs } from '@newsstand/ui/tabs';
import { START, codeFlow } from './code-flow.ts';
import { CodeTab } from './code-tab.tsx';
import { GoogleTab } from './google-tab.tsx';
import { InstitutionTab } from './institution-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import type { Login } from './use-login.ts';

type Props = { login: Login; startsWith?: LoginTab; resetOpen?: boolean };

/** The login form (section 2): the same on its page, in the header and in the paywall. */
export const LoginForm = ({ login, startsWith, resetOpen = false }: Props) => {
  const { t } = login;
  const { logins } = login.page;
  const [flow, dispatch] = useReducer(codeFlow, START);
  const [selected, setSelected] = useState<LoginTab>(
    startsWith !== undefined && logins.includes(startsWith) ? startsWith : (logins[0] ?? 'password'),
  );
  const tabs = {
    password: {
      label: t('login.password_login'),
      panel: <PasswordTab login={login} flow={flow} dispatch={dispatch} resetOpen={resetOpen} />,
    },
    'email-code': { label: t('login.email_code'), panel: <CodeTab login={login} flow={flow} dispatch={dispatch} /> },
    google: { label: t('login.google_account'), panel: <GoogleTab login={login} /> },
    institutional: {
      label: t('login.institutional_access'),
      panel: <InstitutionTab login={login} shown={selected === 'institutional'} />,
    },
  };
  return <Tabs label={t('login.ways')} tabs={logins.map((id) => ({ id, ...tabs[id] }))} selected={selected} onSelect={setSelected} />;
};
