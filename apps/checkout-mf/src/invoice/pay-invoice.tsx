import { useState, type FormEvent } from 'react';
import type { CheckoutBody, PaymentChoice } from '@newsstand/contracts/checkout';
import { type Invoice, needsPassword } from '@newsstand/contracts/invoice';
import { asksPassword } from '@newsstand/contracts/asks-password';
import type { MountContext } from '@newsstand/contracts/widget';
import { LoginOffer } from '@newsstand/ui/login-offer';
import { Notice } from '@newsstand/ui/notice';
import { canSubmit, isBusy } from '@newsstand/ui/payment-state';
import { type Login, useLogin } from '@newsstand/ui/use-login';
import { Block } from '../check-out/block.tsx';
import { passwordProblems } from '../check-out/checkout-form.ts';
import { loginTexts } from '../check-out/login-texts.ts';
import note from '../check-out/note.module.css';
import { PasswordFields, type Passwords } from '../check-out/password-fields.tsx';
import { PaymentBlock } from '../check-out/payment-block.tsx';
import { ProblemNotice } from '../check-out/problem-notice.tsx';
import { SubmitButton } from '../check-out/submit-button.tsx';
import { useCheckout } from '../check-out/use-checkout.ts';
import { useErrorInView } from '../check-out/use-error-in-view.ts';
import { loginPath } from '../routes-after.ts';
import type { T } from './messages.ts';
import styles from './pay-invoice.module.css';
import type { InvoicePage } from './read-invoice-page.ts';

type Props = { context: MountContext; page: InvoicePage; invoice: Invoice; failure: string | null; t: T };

/**
 * Pays an invoice online (section 4): the check-out's flow and payment block, without a cart. `failure` is what became
 * of an earlier attempt.
 */
export const PayInvoice = ({ context, page, invoice, failure, t }: Props) => {
  // Section 5: a new password with confirmation is required at the invoice for an introductory subscription.
  const makesAccount = needsPassword(invoice.bill) && !page.account;
  const takesPassword = makesAccount && asksPassword(page.logins);
  const [passwords, setPasswords] = useState<Passwords>({ password: '', confirm: '' });
  const isFilled = !takesPassword || Object.keys(passwordProblems(passwords)).length === 0;
  const checkout = useCheckout(context, page, isFilled, { invoice: invoice.token });
  const { flow, dispatch } = checkout;
  const login = useLogin(context.api, invoice.email, page.logins);
  const { problem, errors } = flow;
  const place = useErrorInView(flow);

  const busy = isBusy(flow);
  const free = invoice.total === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit(flow)) return;
    if (flow.login) return login.send();
    const wrong = takesPassword ? passwordProblems(passwords) : {};
    if (Object.keys(wrong).length > 0) return dispatch({ type: 'failed', problem: { type: 'fields' }, errors: wrong });
    checkout.submit(bodyOf(invoice, flow.choice, checkout.invoice(), makesAccount, takesPassword ? passwords : null));
  };
  return (
    <form className={styles.pay} ref={place} onSubmit={submit} noValidate>
      {makesAccount && (
        <div inert={busy && flow.status !== 'loading'}>
          <AccountPart
            email={invoice.email}
            login={flow.login ? login : null}
            passwords={takesPassword ? passwords : null}
            errors={errors}
            t={t}
            onChange={(name, value) => {
              setPasswords({ ...passwords, [name]: value });
              dispatch({ type: 'edited', field: `password.${name}` });
            }}
          />
        </div>
      )}
      {failure !== null && !problem && !busy && flow.payment === null && (
        <Notice kind="error">{t('checkout.invoice_failed', { message: failure })}</Notice>
      )}
      {!free && (
        <PaymentBlock
          payment={flow.payment}
          script={page.stripe.script}
          methods={page.publication.settings.payment_methods}
          choice={flow.choice}
          saved={flow.saved ? (page.payment_info ?? null) : null}
          saveCard={null}
          autorenew={null}
          locked={busy}
          element={checkout.element}
          t={t}
          onChoose={(choice) => dispatch({ type: 'choose', choice })}
          onSaveCard={() => {}}
          onAutorenew={() => {}}
          onLoading={() => dispatch({ type: 'loading' })}
          onReady={() => dispatch({ type: 'loaded' })}
          onFailed={() => dispatch({ type: 'unloaded' })}
        />
      )}
      {problem && (
        <ProblemNotice
          problem={problem}
          others={Object.entries(errors).flatMap(([name, message]) => (takesPassword && name in SHOWN ? [] : [message]))}
          support={page.publication.support_address}
          email={invoice.email}
          t={t}
          onLookAgain={checkout.lookAgain}
        />
      )}
      <SubmitButton className={styles.button} flow={flow} free={free} t={t} />
      <Notes sentences={page.stand_ins} />
    </form>
  );
};

const Notes = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <div className={styles.notes}>
      {sentences.map((sentence) => (
        <p key={sentence} className={note.note}>
          {sentence}
        </p>
      ))}
    </div>
  );

type AccountPartProps = {
  email: string;
  /** Where the address turned out to have an account. */
  login: Login | null;
  /** Null where readers log in without. */
  passwords: Passwords | null;
  errors: Readonly<Record<string, string>>;
  t: T;
  onChange(name: keyof Passwords, value: string): void;
};

/** The account that is made with the payment. */
const AccountPart = ({ email, login, passwords, errors, t, onChange }: AccountPartProps) => (
  <Block title={t('checkout.invoice_account')}>
    {login ? (
      <LoginOffer login={login} href={loginPath(location.pathname + location.search)} texts={loginTexts(email, login, t)} />
    ) : (
      <>
        <p className={note.note}>{t(passwords ? 'checkout.invoice_account_note' : 'checkout.invoice_account_by_code', { email })}</p>
        {passwords && <PasswordFields typed={passwords} errors={errors} onChange={onChange} t={t} />}
      </>
    )}
  </Block>
);

/** Errors that stand beside their fields. */
const SHOWN = { 'password.password': true, 'password.confirm': true };

/** The invoice knows whom it is for; the server takes its word, not the form's. */
const bodyOf = (
  { name, email, shipcode, total }: Invoice,
  customer: PaymentChoice,
  intent: string | null,
  account: boolean,
  password: Passwords | null,
): CheckoutBody => ({
  name,
  email,
  ...(account && { account }),
  ...(password && { password }),
  address: null,
  shipcode,
  invoice: intent,
  customer,
  save_card: false,
  autorenew: false,
  total,
});
