import styles from './elements.module.css';

/** One of each element that widgets use, most of them without a rule of their own. */
export const Elements = () => (
  <div className={`newsstand-root ${styles['all']}`}>
    <h2>Heading</h2>
    <h3>Smaller heading</h3>
    <p>
      A paragraph with <strong>strong</strong>, <em>em</em>, <small>small</small> and{' '}
      <a className={styles['link']} href="#there">
        a link
      </a>
      .
    </p>
    <form>
      <div>
        <label htmlFor="beta-name">Name</label>
        <input id="beta-name" className={styles['input']} placeholder="Jo" />
      </div>
      <fieldset>
        <legend>Choice</legend>
        <label>
          <input type="radio" name="choice" defaultChecked /> One
        </label>
        <label>
          <input type="checkbox" defaultChecked /> Two
        </label>
      </fieldset>
      <select defaultValue="b" aria-label="Letter">
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
      <textarea defaultValue="Text" aria-label="Text" />
      <button type="button">Plain</button>
    </form>
    <ul>
      <li>One</li>
      <li>Two</li>
    </ul>
    <table>
      <tbody>
        <tr>
          <td>1</td>
          <td>2</td>
        </tr>
      </tbody>
    </table>
    <p hidden>Hidden</p>
    <section>
      A section
      <hr />
      <img alt="" width="20" height="20" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" />
      <svg className={styles['icon']} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 12h16M12 4v16" />
      </svg>
    </section>
    <div className={styles['floating']} data-float="" style={{ top: 4, right: 4 }}>
      floating
    </div>
  </div>
);
