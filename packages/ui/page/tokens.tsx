import styles from './catalogue.module.css';
import { Example } from './example.tsx';
import { classes } from '../src/classes.ts';

const COLOURS = ['ink', 'paper', 'muted', 'line', 'edge', 'tint', 'accent', 'accent-ink', 'danger', 'success', 'warning'];
const OTHERS = ['radius', 'space', 'size', 'font', 'font-display'];

export const Tokens = () => (
  <Example
    name="Theme"
    about="A publication sets these custom properties on any ancestor of a widget. What it leaves out has a fallback; dark ones where the page asks with data-newsstand-theme."
  >
    <ul className={styles.tokens}>
      {COLOURS.map((name) => (
        <li key={name} className={styles.token}>
          <span className={classes(styles.swatch, styles[name])} />
          --newsstand-{name}
        </li>
      ))}
    </ul>
    <p className={styles.note}>Also {OTHERS.map((name) => `--newsstand-${name}`).join(', ')}.</p>
  </Example>
);
