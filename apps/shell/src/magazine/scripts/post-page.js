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
