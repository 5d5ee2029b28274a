/* The header becomes 'below fold' after 32 px of scroll (section 9). */
{
  const root = document.documentElement;
  const paint = () => root.classList.toggle('below-fold', scrollY > 32);
  addEventListener('scroll', paint, { passive: true });
  paint();
}
