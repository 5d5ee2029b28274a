/* Share windows of 600x350, the print toggle, and where the reader is in the table of contents (sections 2 and 9). */
{
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-share]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const left = Math.round(screenX + (outerWidth - 600) / 2);
    const top = Math.round(screenY + (outerHeight - 350) / 2);
    // With noopener the answer is always null, so nothing tells whether a blocker stopped it: the link itself stays for that.
    event.preventDefault();
    open(link.href, '_blank', `popup,noopener,width=600,height=350,left=${left},top=${top}`);
  });

  const toggle = document.querySelector('[data-print]');
  const showPrint = (on) => {
    document.documentElement.classList.toggle('print-view', on);
    toggle.setAttribute('aria-pressed', String(on));
  };
  toggle?.addEventListener('click', () => {
    const on = toggle.getAttribute('aria-pressed') !== 'true';
    showPrint(on);
    if (on) print();
  });

  const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) for (const [id, link] of links) link.toggleAttribute('data-here', id === target.id);
    },
    { rootMargin: '-20% 0px -70%' },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading) seen.observe(heading);
  }
}
