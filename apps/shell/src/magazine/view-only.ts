import { html } from 'hono/html';
import { type Frame, pathTo } from './page.ts';

/**
 * Section 2, the view-only debug banner: on every page while somebody of the staff looks at a reader's account, with
 * the way out, for which no script is needed. The page says that it is there (`data-newsstand-view-only`), and its
 * widgets have none of their own.
 */
export const viewOnly = (frame: Frame) =>
  frame.reader.viewOnly
    ? html`<aside class="view-only" aria-label="View only">
        <div class="view-only-inner">
          <p>
            <strong>View only.</strong> You see what ${frame.reader.name ?? 'this reader'} sees. Nothing can be changed here, and your visit
            is on record.
          </p>
          <form method="post" action="/logout?${new URLSearchParams({ path: pathTo(frame, 'home') })}"><button>End the look</button></form>
        </div>
      </aside>`
    : '';
