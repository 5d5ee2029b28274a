import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { mustNotBeBlank } from '@newsstand/contracts/blank';
import type { PaymentSetup } from '@newsstand/contracts/payment-info';
import type { Refusal } from '@newsstand/contracts/refusal';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import type { PaymentHandle } from '@newsstand/ui/payment-element';
import { sayPaymentFailed } from '@newsstand/ui/payment-failed';
import { PaymentPlace } from '@newsstand/ui/payment-place';
import { Failure } from '../failure.tsx';
import { LOGGED_OUT, NOTHING } from '../field-errors.ts';
import styles from '../form.module.css';
import { Actions } from '../parts.tsx';
import { useSend } from '../use-send.ts';
import type { Widget } from '../widget.ts';
import { type ReturnedSetup, returnedSetup, withoutReturn } from './returned-setup.ts';

type Kept<Data> = { ok: true; data: Data } | { ok: false; status: number; refusal: Refusal; raw?: true };

type Props<Data> = {
  widget: Widget;
  setup: PaymentSetup;
  submit: string;
  /** Tells the server of a card that the provider has put on record; without a name the server takes the card's own. */
  keep(setup_intent: string, name: string | undefined): Promise<Kept<Data>>;
  onKept(data: Data): void;
  /** The keys are used up: others are needed. */
  onUsed(): void;
  /** The reader begins: what was said of an earlier attempt is past. */
  onBegin?(): void;
  /** A failure names the support's address, too (section 2, monthly donation card update page). */
  help?: boolean;
  children?: ReactNode;
};

/** Name and card, put on record without a charge (section 5, card update form); also where the reader's bank sends them back to. */
export const CardForm = <Data,>({ widget, setup, submit, keep, onKept, onUsed, onBegin, help = false, children }: Props<Data>) => {
  const { t, page, viewOnly } = widget;
  const form = useRef<HTMLFormElement>(null);
  const element = useRef<PaymentHandle>(null);
  const [name, setName] = useState(setup.name);
  const [isReady, setReady] = useState(false);
  const [working, setWorking] = useState<'no' | 'confirming' | 'leaving'>('no');
  /** What the provider has confirmed, and the server wanted a login for first. */
  const untold = useRef<string | null>(null);
  const { busy, shown, send, errorOf, say } = useSend(form, ['name']);

  const tell = (setup_intent: string, typed: string | undefined) =>
    send(
      async () => {
        const answer = await keep(setup_intent, typed);
        untold.current = !answer.ok && answer.status === LOGGED_OUT ? setup_intent : null;
        // The provider has this card already: another attempt needs another set-up.
        if (!answer.ok && untold.current === null) onUsed();
        return answer;
      },
      (data) => {
        setWorking('leaving');
        onKept(data);
      },
    );
  const refuse = (message: string) => {
    sayPaymentFailed(message);
    say({ ...NOTHING, banner: message });
  };
  const comeBack = useEffectEvent((returned: ReturnedSetup) => {
    if (returned.type === 'confirmed') tell(returned.setup_intent, undefined);
    else refuse(t('account.bank_refused'));
  });
  useEffect(() => {
    const url = new URL(location.href);
    const returned = returnedSetup(url);
    if (!returned) return;
    history.replaceState(history.state, '', withoutReturn(url));
    comeBack(returned);
  }, []);

  const confirm = async () => {
    if (untold.current !== null) return tell(untold.current, name);
    if (!element.current) return;
    setWorking('confirming');
    const checked = await element.current.check();
    const saved = checked.ok ? await element.current.save(location.href) : checked;
    setWorking('no');
    if (!saved.ok) return refuse(saved.message);
    tell(intentOf(setup.keys.secret), name);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || working !== 'no') return;
    if (name.trim() === '') return say({ ...NOTHING, fields: { name: mustNotBeBlank() } });
    say(NOTHING);
    onBegin?.();
    void confirm();
  };
  const isBusy = busy || working !== 'no';
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <Failure shown={shown} widget={widget} help={help} />
      <Field
        label={t('account.payment_name')}
        name="name"
        autoComplete="cc-name"
        required
        disabled={viewOnly}
        value={name}
        onChange={setName}
        error={errorOf('name')}
      />
      <PaymentPlace
        ref={element}
        keys={setup.keys}
        script={page.stripe.script}
        methods={page.publication.settings.payment_methods}
        texts={{ card: t('account.card'), failed: t('account.payment_failed_load'), try_again: t('account.try_again') }}
        onReady={() => setReady(true)}
      />
      <Actions>
        <Button type="submit" busy={isBusy} disabled={viewOnly || !isReady}>
          {isBusy ? t('account.saving') : submit}
        </Button>
        {children}
      </Actions>
    </form>
  );
};

/** `seti_1_secret_2` names the set-up `seti_1`. */
const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? secret;
