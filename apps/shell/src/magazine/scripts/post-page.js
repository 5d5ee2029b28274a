/*
 * Share windows of 600x350, the header's module for them, the print toggle, and the post's navigation (sections 2, 7
 * and 9).
 */
{
  const toggleHeader = () => document.dispatchEvent(new CustomEvent('newsstand:toggle-header', { detail: { v: 1, module: 'share' } }));
  document.addEventListener('click', (event) => {
    if (event.target.closest('[data-toggle-share]')) {
      event.preventDefault();
      return toggleHeader();
    }
    const link = event.target.closest('a[data-share]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const left = Math.round(screenX + (outerWidth - 600) / 2);
    const top = Math.round(screenY + (outerHeight - 350) / 2);
    // With noopener the answer is always null, so nothing tells whether a blocker stopped it: the link itself stays for
    // that.
    event.preventDefault();
    open(link.href, '_blank', `popup,noopener,width=600,height=350,left=${left},top=${top}`);
    // What was asked of the header is done.
    if (link.closest('[data-header-module]')) toggleHeader();
  });

  const toggle = document.querySelector('[data-print]');
  const printNow = document.querySelector('[data-print-now]');
  const enter = toggle?.textContent;
  const popup = document.querySelector('[data-widget="mailing-list.popup"]');
  const place = document.createComment('the popup');
  toggle?.addEventListener('click', () => {
    const before = toggle.getBoundingClientRect().top;
    const on = document.documentElement.classList.toggle('print-view');
    toggle.textContent = on ? toggle.dataset.leave : enter;
    printNow.hidden = !on;
    // Nothing comes over a page that is to be printed: what is taken out of it stops waiting, and begins anew.
    if (on) document.querySelector('[data-widget="mailing-list.popup"]')?.replaceWith(place);
    else if (popup) place.replaceWith(popup.cloneNode());
    // What stood above has become smaller or larger: the buttons stay where the reader pressed.
    scrollBy({ top: toggle.getBoundingClientRect().top - before, behavior: 'instant' });
  });
  printNow?.addEventListener('click', () => print());

  // What is folded on a phone stands open from 800 px, for who hears the page too.
  const folded = document.querySelector('.contents details');
  const roomy = matchMedia('(min-width: 800px)');
  const unfold = () => {
    folded.open = roomy.matches;
    folded.firstElementChild.tabIndex = roomy.matches ? -1 : 0;
  };
  if (folded) {
    roomy.addEventListener('change', unfold);
    unfold();
  }

  const links = [...document.querySelectorAll('.contents a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  // The part being read is the last one whose heading has reached the upper third of the window.
  const follow = () => {
    const here = headings.findLastIndex((heading) => heading?.getBoundingClientRect().top < innerHeight / 3);
    for (const [index, link] of links.entries()) {
      if (index === here) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  const crossing = new IntersectionObserver(follow, { rootMargin: '0px 0px -66%' });
  for (const heading of headings) if (heading) crossing.observe(heading);
}
/*
 * From 1200 px a note stands beside its mark, too (section 9). At the end is still the one that is read aloud, and
 * printed.
 */
{
  const grid = document.querySelector('.post-grid');
  const wide = matchMedia('(min-width: 1200px)');
  const column = document.createElement('div');
  column.className = 'side-notes';
  column.setAttribute('aria-hidden', 'true');
  const notes = [...document.querySelectorAll('.prose [data-footnote-ref]')].flatMap((mark) => {
    const words = document.getElementById(decodeURIComponent(mark.hash.slice(1)))?.cloneNode(true);
    if (!words) return [];
    words.querySelectorAll('[data-footnote-backref]').forEach((link) => link.remove());
    const note = document.createElement('p');
    note.dataset.number = mark.textContent;
    note.textContent = words.textContent.trim();
    const light = (on) => note.classList.toggle('is-meant', on);
    for (const [type, on] of Object.entries({ pointerenter: true, focus: true, pointerleave: false, blur: false }))
      mark.addEventListener(type, () => light(on));
    column.append(note);
    return [{ mark, note }];
  });
  const place = () => {
    if (!wide.matches) return;
    const top = column.getBoundingClientRect().top;
    let free = 0;
    for (const { mark, note } of notes) {
      const at = Math.max(free, mark.getBoundingClientRect().top - top);
      note.style.top = `${at}px`;
      free = at + note.offsetHeight + 16;
    }
  };
  /*
   * A face that comes within its tenth of a second moves the marks: a note that was there before would be seen to
   * follow.
   */
  const show = () => {
    grid.append(column);
    new ResizeObserver(place).observe(grid);
  };
  if (notes.length > 0) void document.fonts.ready.then(show);
}
/*
 * Carousels (section 2): the row scrolls by itself; here come its buttons, its keys, and the sentence that says which
 * picture is shown.
 */
{
  const start = (carousel) => {
    const part = (name) => {
      const found = carousel.querySelector(`.${name}`);
      if (!found) throw new Error(`Carousel requires dom element with the class ${name}`);
      return found;
    };
    const row = part('carousel-slides');
    const place = part('carousel-place');
    const [back, on] = [part('carousel-back'), part('carousel-on')];
    const slides = [...row.children];
    const last = slides.length - 1;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const startOf = (slide) => slide.offsetLeft - slides[0].offsetLeft;
    const end = () => row.scrollWidth - row.clientWidth;
    /* While the row is under way to a picture, the next one is counted from there. */
    let goal = null;
    const isThere = () => Math.abs(row.scrollLeft - Math.min(startOf(slides[goal]), end())) <= 2;
    const shown = () => {
      if (row.scrollLeft >= end() - 2) return last;
      const away = slides.map((slide) => Math.abs(startOf(slide) - row.scrollLeft));
      return away.indexOf(Math.min(...away));
    };
    const say = () => {
      /*
       * Who has come there, or was there, may be brought elsewhere by the browser itself: a search in the page, a
       * screen reader.
       */
      if (goal !== null && isThere()) goal = null;
      const here = goal ?? shown();
      const words = `Picture ${here + 1} of ${slides.length}`;
      if (place.textContent !== words) place.textContent = words;
      back.setAttribute('aria-disabled', String(here === 0));
      on.setAttribute('aria-disabled', String(here === last));
    };
    const go = (to) => {
      goal = Math.min(Math.max(to, 0), last);
      row.scrollTo({ left: startOf(slides[goal]), behavior: calm.matches ? 'instant' : 'smooth' });
      say();
    };
    const from = () => goal ?? shown();
    const keys = { ArrowLeft: () => from() - 1, ArrowRight: () => from() + 1, Home: () => 0, End: () => last };
    back.addEventListener('click', () => go(from() - 1));
    on.addEventListener('click', () => go(from() + 1));
    row.addEventListener('keydown', (event) => {
      if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(keys[event.key]());
    });
    /* The reader's own hand is stronger. */
    for (const type of ['pointerdown', 'wheel', 'touchstart', 'scrollend']) {
      row.addEventListener(
        type,
        () => {
          goal = null;
          say();
        },
        { passive: true },
      );
    }
    row.addEventListener('scroll', say, { passive: true });
    part('carousel-buttons').hidden = false;
    say();
  };
  /* One that is not whole throws by itself: the others, and the page, go on. */
  for (const carousel of document.querySelectorAll('.carousel')) queueMicrotask(() => start(carousel));
}
