import { html } from 'hono/html';
import { type Frame, type Page, widget } from '../page.ts';
import { withoutWidget } from '../without-widget.ts';

/** Without the widget a reader knows whom to write to. */
export const loginPage = ({ publication: { site } }: Frame): Page => ({
  path: '/login',
  title: 'Log in',
  description: `Log in to read all of ${site.name}.`,
  data: { page: 'login' },
  startsWith: 'login',
  look: 'login',
  body: html`<div class="desk">
    <h1>Log in</h1>
    ${form(site.settings.support_address)}
  </div>`,
});

export const institutionalPage = ({ publication: { site } }: Frame): Page => ({
  path: '/institutional-subscriptions',
  title: 'Institutional subscriptions',
  description: `Access to ${site.name} for the readers of a library or a university.`,
  data: { page: 'institutional-subscriptions' },
  startsWith: 'login',
  look: 'login',
  body: html`<div class="desk">
    <h1>Institutional subscriptions</h1>
    <p class="standfirst">
      Libraries and universities subscribe for everybody who reads with them. Their readers log in here; to subscribe, write to
      <a href="mailto:${site.settings.support_address}">${site.settings.support_address}</a>.
    </p>
    ${form(site.settings.support_address)}
  </div>`,
});

const form = (address: string) =>
  widget(
    'login.page',
    'load',
    {},
    html`<p class="waiting">The login is being fetched.</p>
      ${withoutWidget('log in', address)}`,
  );
