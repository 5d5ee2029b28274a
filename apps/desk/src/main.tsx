import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import styles from './desk.module.css';

document.body.classList.add(styles['body'] ?? '');
const place = document.querySelector('#desk');
if (place === null) throw new Error('the page has no place for the desk');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
