import { html } from 'hono/html';
import type { Frame, Page } from './page.ts';

/** Section 2, the view-only debug banner: on every page while somebody of the staff looks at a reader's account. */
export const viewOnly = ({ reader }: Frame, { saysViewOnly = false }: Page) =>
  reader.viewOnly && !saysViewOnly
    ? html`<aside class="view-only" aria-label="View only">
        <p>
          <strong>View only.</strong> You see what ${reader.name ?? 'this reader'} sees. Nothing can be changed here, and your visit is on
          record.
        </p>
      </aside>`
    : '';
