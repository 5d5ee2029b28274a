import type { CartLine } from '@newsstand/contracts/cart';
import { productPath } from '../routes.ts';
import styles from './line-words.module.css';

/** The line's picture: decoration, its name stands beside it. */
export const LinePicture = ({ line: { image } }: { line: CartLine }) =>
  image ? (
    <img className={styles.picture} src={image.source} width={image.width} height={image.height} alt="" loading="lazy" />
  ) : (
    <span className={styles.picture} />
  );

/** What a line is: its name, which leads to the product where there is a page, and its size or medium. */
export const LineWords = ({ line: { name, slug, detail } }: { line: CartLine }) => (
  <span className={styles.words}>
    {slug === null ? (
      <span className={styles.name}>{name}</span>
    ) : (
      <a className={styles.name} href={productPath(slug)}>
        {name}
      </a>
    )}
    {detail !== null && <span className={styles.detail}>{detail}</span>}
  </span>
);
