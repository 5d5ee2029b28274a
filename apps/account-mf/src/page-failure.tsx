import { Component, type ReactNode } from 'react';
import type { MountContext } from '@newsstand/contracts/widget';
import { createMessages } from '@newsstand/ui/messages';
import { FailureNotice, TryAgain } from './failure.tsx';
import { messages } from './messages.ts';
import { Screen } from './parts.tsx';

type Props = { context: MountContext; children: ReactNode };

/**
 * Section 8, generic failure on account pages: where the page's data did not come, or a part of the page broke, the
 * reader is told so, with the way back and another attempt. Without data nobody knows whom to write to but the page
 * itself, by its option `data-support`.
 */
export class PageBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.context.setState('failed', error);
  }

  override render() {
    const { context, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <Screen title={t('account.title')} widget={{ t, viewOnly: false }}>
        <FailureNotice t={t} address={context.options['support'] ?? null} />
        <TryAgain t={t} />
      </Screen>
    );
  }
}

/** The publication's own words come with the data. */
const t = createMessages(messages);
