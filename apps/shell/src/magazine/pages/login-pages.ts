import { html } from 'hono/html';
import { type Frame, type Page, pathTo, widget } from '../page.ts';
import { loginForm, withoutWidget } from '../without-widget.ts';

/** Without the widget a reader logs in by a form, or knows whom to write to. */
export const loginPage = (frame: Frame): Page => ({
  path: pathTo(frame, 'login'),
  title: 'Log in',
  description: `Log in to read all of ${frame.publication.site.name}.`,
  data: { page: 'login' },
  startsWith: 'login',
  look: 'login',
  body: html`<div class="desk">
    <h1>Log in</h1>
    ${form(frame)}
  </div>`,
});

export const institutionalPage = (frame: Frame): Page => ({
  path: pathTo(frame, 'institutional-subscriptions'),
  title: 'Institutional subscriptions',
  description: `Access to ${frame.publication.site.name} for the readers of a library or a university.`,
  data: { page: 'institutional-subscriptions' },
  startsWith: 'login',
  look: 'login',
  body: html`<div class="desk">
    <h1>Institutional subscriptions</h1>
    <p class="standfirst">
      Libraries and universities subscribe for everybody who reads with them. Their readers log in here; to subscribe, write to
      <a href="mailto:${frame.publication.site.settings.support_address}">${frame.publication.site.settings.support_address}</a>.
    </p>
    ${form(frame)}
  </div>`,
});

const form = (frame: Frame) => {
  const { logins, support_address } = frame.publication.site.settings;
  return widget(
    'login.page',
    'load',
    {},
    html`<p class="waiting">The login is being fetched.</p>
      ${logins.includes('password') ? loginForm() : withoutWidget('log in', support_address)}`,
  );
};
