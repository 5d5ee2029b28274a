/* The header becomes 'below fold' after 32 px of scroll (section 9). */
{
  const root = document.documentElement;
  const paint = () => root.classList.toggle('below-fold', scrollY > 32);
  addEventListener('scroll', paint, { passive: true });
  paint();
}
/* The cart leads to the check-out only when there is something in it (section 2); the loader paints its count. */
{
  const count = document.querySelector('.cart [data-cart-count]');
  const link = count?.closest('a');
  if (link)
    new MutationObserver(() => {
      link.href = Number(count.textContent) > 0 ? '/store/checkout' : '/store';
    }).observe(count, { childList: true, characterData: true, subtree: true });
}
