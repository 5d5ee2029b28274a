import type { CartLine } from '@newsstand/contracts/cart';
import { linePath } from '../routes.ts';
import { LineMark } from './line-mark.tsx';
import styles from './line-words.module.css';

/** The line's picture: decoration, its name stands beside it. */
export const LinePicture = ({ line: { image, cart } }: { line: CartLine }) =>
  image ? (
    <img className={styles.picture} src={image.source} width={image.width} height={image.height} alt="" loading="lazy" />
  ) : (
    <LineMark type={cart.type} />
  );

/**
 * What a line is: its name, which leads to the product or the issue where there is a page, its size, medium or term,
 * and what there is to say of its price.
 */
export const LineWords = ({ line, notes }: { line: CartLine; notes: string[] }) => {
  const path = linePath(line);
  return (
    <span className={styles.words}>
      {path === null ? (
        <span className={styles.name}>{line.name}</span>
      ) : (
        <a className={styles.name} href={path}>
          {line.name}
        </a>
      )}
      {line.detail !== null && <span className={styles.detail}>{line.detail}</span>}
      {notes.map((note) => (
        <span key={note} className={styles.detail}>
          {note}
        </span>
      ))}
    </span>
  );
};
