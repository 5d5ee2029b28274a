// Draws <main> anew when what it shows has changed; a button that has the focus keeps it.
const main = document.querySelector('main[data-revision]');
const asks = main?.getAttribute('data-asks');

async function look() {
  const response = await fetch(asks);
  const revision = await response.text();
  if (!response.ok || revision === main.dataset.revision) return;
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
  const focused = document.activeElement?.id;
  main.replaceChildren(...page.querySelector('main').childNodes);
  main.dataset.revision = page.querySelector('main').dataset.revision;
  if (focused) document.getElementById(focused)?.focus();
}

if (asks) setInterval(() => document.hidden || look().catch(() => undefined), 1000); // a stopped server is no news
