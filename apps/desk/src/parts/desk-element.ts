import styles from './desk.module.css';

/** Where the desk is shown: all of its page. */
export function deskElement(): Element {
  document.body.classList.add(styles['body'] ?? '');
  const place = document.querySelector('#desk');
  if (place === null) throw new Error('the page has no place for the desk');
  return place;
}
