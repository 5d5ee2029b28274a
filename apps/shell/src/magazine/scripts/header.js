/*
 * `font-display: optional` alone does not hold once a widget comes: Chromium then shows a face that came late after
 * all, and the lines break anew.
 */
{
  const faces = { text: '1em Newsreader', sans: '1em Archivo', display: '800 1em "Archivo display"' };
  for (const [name, face] of Object.entries(faces)) {
    const late = setTimeout(() => document.documentElement.classList.add(`late-${name}`), 100);
    document.fonts.load(face).then(
      () => clearTimeout(late),
      () => {},
    );
  }
}
/* The header becomes 'below fold' after 32 px of scroll (section 9). */
{
  const root = document.documentElement;
  const paint = () => root.classList.toggle('below-fold', scrollY > 32);
  addEventListener('scroll', paint, { passive: true });
  paint();
}
/*
 * Post sharing toggles the header's module for it (section 7): `newsstand:toggle-header` on `document`, with `{ v: 1,
 * module: 'share' }`. It opens with the focus in it, and gives the focus back.
 */
{
  const share = document.querySelector('[data-header-module=share]');
  let reader;
  const toggle = (open = share.hidden) => {
    if (open === !share.hidden) return;
    const back = !open && share.contains(document.activeElement);
    share.hidden = !open;
    if (back) reader?.focus({ preventScroll: true });
    if (!open) return;
    reader = document.activeElement;
    share.querySelector('a').focus({ preventScroll: true });
  };
  if (share) {
    document.addEventListener('newsstand:toggle-header', ({ detail }) => detail?.v === 1 && detail.module === 'share' && toggle());
    share.querySelector('[data-header-close]').addEventListener('click', () => toggle(false));
    share.addEventListener('keydown', ({ key }) => key === 'Escape' && toggle(false));
    share.addEventListener('focusout', ({ relatedTarget: to }) => to && !share.contains(to) && toggle(false));
    document.addEventListener('pointerdown', ({ target }) => share.contains(target) || toggle(false));
  }
}
/* The cart leads to the check-out only when there is something in it (section 2); the loader paints its count. */
{
  const count = document.querySelector('.cart [data-cart-count]');
  const link = count?.closest('a');
  if (link)
    new MutationObserver(() => {
      link.href = Number(count.textContent) > 0 ? link.dataset.checkout : link.dataset.store;
    }).observe(count, { childList: true, characterData: true, subtree: true });
}
/*
 * Who logs in or out in another tab, or gets an account on this page, is named here too. A provider's way back is
 * redirects alone: so the page itself says that its reader changed.
 */
{
  const [CHANGED, LAST] = ['newsstand-reader', 'newsstand-reader-here'];
  const link = document.querySelector('.log-in');
  const here = link?.dataset.reader ?? '';
  const remembered = () => {
    try {
      return localStorage.getItem(LAST) ?? '';
    } catch {
      /* Storage may be forbidden: then every page says it for itself. */
      return here;
    }
  };
  const tell = (now) => {
    if (remembered() === now) return;
    try {
      localStorage.setItem(LAST, now);
      localStorage.setItem(CHANGED, String(Date.now()));
    } catch {
      /* Storage may be forbidden or full: then no other tab is told. */
    }
  };
  const show = ({ account, institution }) => {
    const reader = account ?? institution;
    if (!link) return;
    link.textContent = reader?.name ?? 'Log in';
    link.href = reader ? link.dataset.account : link.dataset.logIn;
  };
  const whole = document.querySelector('[data-whole]');
  const look = async () => {
    /* A widget in the link's place looks after itself. */
    if (!whole && !link?.isConnected) return;
    const answer = await fetch('/api/access/session');
    /* Who was not asked about has not left. */
    if (!answer.ok) return;
    const reader = await answer.json();
    if (here === '') tell((reader.account ?? reader.institution) ? 'in' : '');
    /* Who is logged out has no whole of a held article on the screen: the server decides again. */
    if (whole && !(reader.account ?? reader.institution)) location.reload();
    else if (link?.isConnected) show(reader);
  };
  if (here === '') {
    /*
     * The page was made for a stranger, perhaps by a cache that all share: who was known here before is asked for, and
     * whoever reaches for the link.
     */
    if (remembered() !== '') look().catch(() => {});
    link?.addEventListener('pointerenter', () => look().catch(() => {}), { once: true });
  } else tell(here);
  addEventListener('storage', ({ key }) => key === CHANGED && look());
  /* A page that slept while the reader went on has heard nothing. */
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  document.addEventListener('newsstand:login', ({ detail }) => {
    if (detail?.v !== 1) return;
    show(detail);
    try {
      /* The other tabs know it already. */
      localStorage.setItem(LAST, 'in');
    } catch {
      /* Storage may be forbidden. */
    }
  });
}
/*
 * Who holds the issue comes to read it: its files stand before the print, for the eye, the keyboard and who hears the
 * page.
 */
{
  const buy = document.querySelector('.buy');
  const lead = () => {
    const files = buy.querySelector('[data-held=files]')?.closest('.buy-choice');
    const [first] = buy.children;
    /* Nothing that has the focus is taken out of the page. */
    if (files && files !== first && !first.contains(document.activeElement)) buy.append(first);
  };
  if (buy) new MutationObserver(lead).observe(buy, { childList: true, subtree: true });
}
