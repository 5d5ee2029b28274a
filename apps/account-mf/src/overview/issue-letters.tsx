import { useState } from 'react';
import { Checkbox } from '@newsstand/ui/checkbox';
import { shownOf } from '../shown.ts';
import type { Known } from '../widget.ts';

/** Whether the reader is written to when an issue is out; each such letter switches it off, too. */
export const IssueLetters = ({ widget: { t, api, viewOnly }, wanted }: { widget: Known; wanted: boolean }) => {
  const [on, setOn] = useState(wanted);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const change = async (next: boolean) => {
    if (busy) return;
    setBusy(true);
    setOn(next);
    const answer = await api('issueLetters', { body: { issue_letters: next } });
    setBusy(false);
    if (!answer.ok) setOn(on);
    setError(answer.ok ? undefined : (shownOf(answer).general ?? t('account.failed_unknown')));
  };
  return (
    <Checkbox
      name="issue_letters"
      label={t('account.issue_letters')}
      checked={on}
      disabled={viewOnly}
      error={error}
      onChange={(next) => void change(next)}
    />
  );
};
