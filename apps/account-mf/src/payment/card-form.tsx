import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { mustNotBeBlank } from '@newsstand/contracts/blank';
import type { PaymentSetup } from '@newsstand/contracts/payment-info';
import type { Refusal } from '@newsstand/contracts/refusal';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { PaymentPlace } from '@newsstand/ui/payment-place';
import { useCardSetup } from '@newsstand/ui/use-card-setup';
import { Failure } from '../failure.tsx';
import { LOGGED_OUT, NOTHING, shownOf } from '../shown.ts';
import styles from '../form.module.css';
import { Actions } from '../parts.tsx';
import { useSend } from '../use-send.ts';
import type { Widget } from '../widget.ts';

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

/**
 * Name and card, put on record without a charge (section 5, card update form); also where the reader's bank sends them
 * back to.
 */
export const CardForm = <Data,>({ widget, setup, submit, keep, onKept, onUsed, onBegin, help = false, children }: Props<Data>) => {
  const { t, page, viewOnly } = widget;
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(setup.name);
  const [isLeaving, setLeaving] = useState(false);
  /** What the provider has confirmed, and the server was not there for, or wanted a login for first. */
  const untold = useRef<string | null>(null);
  const { busy, shown, send, errorOf, say } = useSend(form, ['name']);

  const tell = (setup_intent: string, typed: string | undefined) =>
    send(
      async () => {
        const answer = await keep(setup_intent, typed);
        untold.current = !answer.ok && (answer.status === LOGGED_OUT || shownOf(answer).failed) ? setup_intent : null;
        // The provider has this card already: another attempt needs another set-up.
        if (!answer.ok && untold.current === null) onUsed();
        return answer;
      },
      (data) => {
        setLeaving(true);
        onKept(data);
      },
    );
  const { element, isReady, onReady, isConfirming, confirm } = useCardSetup({
    keys: setup.keys,
    confirmed: (setup_intent, isBack) => tell(setup_intent, isBack ? undefined : name),
    refused: (message) => say({ ...NOTHING, general: message ?? t('account.bank_refused') }),
    failed: () => say({ ...NOTHING, failed: true }),
  });
  const isBusy = busy || isConfirming || isLeaving;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return say({ ...NOTHING, fields: { name: mustNotBeBlank() } });
    say(NOTHING);
    onBegin?.();
    if (untold.current === null) confirm();
    else tell(untold.current, name);
  };
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
        onReady={onReady}
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
