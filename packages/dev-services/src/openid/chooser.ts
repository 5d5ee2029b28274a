import { html } from 'hono/html';
import { layout } from '../page/layout.ts';
import type { Flavour } from './flavours.ts';
import { PEOPLE, type Institution } from './people.ts';

type Place = { flavour: Flavour; institutions: Institution[]; entity: string | null; problem: string | null };

/** Where a reader says who they are: the stand-in for Google's and OpenAthens's own pages. */
export function chooser({ flavour, institutions, entity, problem }: Place) {
  const title = flavour === 'google' ? 'Choose an account' : 'Where are you from?';
  return layout({
    title,
    header: html`<h1>${title}</h1>
      <p>This stands in for ${flavour === 'google' ? 'Google' : 'OpenAthens'} on this machine. Nobody is asked for a password.</p>`,
    main: html`${problem === null ? '' : html`<p role="alert">${problem}</p>`}
    ${flavour === 'google' ? people() : institutionList(institutions, entity)}`,
  });
}

function people() {
  return html`${PEOPLE.map(
      ({ name, email, verified }) =>
        html`<form method="post">
          <input type="hidden" name="name" value="${name}" />
          <input type="hidden" name="email" value="${email}" />
          ${verified ? html`<input type="hidden" name="verified" value="yes" />` : html`<input type="hidden" name="subject" value="${name}" />`}
          <p><button>${name}, ${email}${verified ? '' : ' (address not verified)'}</button></p>
        </form>`,
    )}
    <h2>Somebody else</h2>
    <form method="post">
      <p>
        <label>Name <input name="name" autocomplete="off" required /></label>
      </p>
      <p>
        <label>Email <input name="email" type="email" autocomplete="off" required /></label>
      </p>
      <p>
        <label><input type="checkbox" name="verified" value="yes" checked /> The address is verified</label>
      </p>
      <p><button>Continue</button></p>
    </form>`;
}

function institutionList(institutions: Institution[], entity: string | null) {
  const [wanted, others] = [true, false].map((is) => institutions.filter(({ entity_id }) => (entity_id === entity) === is));
  return html`${[...(wanted ?? []), ...(others ?? [])].map(
    ({ entity_id, name }) =>
      html`<form method="post">
        <input type="hidden" name="entity_id" value="${entity_id}" />
        <p><button>${name}${entity_id === entity ? ' (as you chose)' : ''}</button></p>
      </form>`,
  )}`;
}
