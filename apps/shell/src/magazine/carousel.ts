import { html } from 'hono/html';
import { type Frame, type Html, picture } from './page.ts';
import type { Carousel } from './read-publication.ts';

/**
 * Pictures in a row (section 2): a list that scrolls, by touch, wheel and keys, without any script. With one
 * (scripts/post-page.js) the bar under it, whose room is kept, says which picture is shown and has buttons.
 */
export const carousel = (frame: Frame, { title, pictures }: Carousel): Html =>
  html`<section class="carousel" aria-roledescription="carousel" aria-label="${title}">
    <ul class="carousel-slides" tabindex="0" aria-label="${title}">
      ${pictures.map(
        ({ caption, ...shown }) =>
          html`<li class="carousel-slide">
            <figure>
              ${picture(frame, shown)}
              <figcaption>${caption}</figcaption>
            </figure>
          </li>`,
      )}
    </ul>
    <div class="carousel-bar">
      <p class="carousel-title">${title}</p>
      <p class="carousel-place" role="status">${pictures.length} pictures</p>
      <p class="carousel-buttons" hidden>
        <button type="button" class="carousel-back" aria-label="Previous picture">←</button>
        <button type="button" class="carousel-on" aria-label="Next picture">→</button>
      </p>
    </div>
  </section>`;
