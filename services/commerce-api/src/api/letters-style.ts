/** Of the page that ends letters; for its Content-Security-Policy, too: this one style sheet and nothing else. */
export const LETTERS_STYLE =
  ':root{color-scheme:light dark;font:18px/1.5 Georgia,serif;background:#fdfcf9;color:#1b1a18;overflow-wrap:anywhere}' +
  'body{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}' +
  'h1{font-size:1.6rem;line-height:1.2;text-wrap:balance}' +
  'a{color:inherit}.name{font-weight:700}.name a{text-decoration:none}' +
  'label{display:block;margin:0 0 1rem}input{display:block;box-sizing:border-box;width:100%;font:inherit;padding:.6rem;border:1px solid;border-radius:4px;background:transparent;color:inherit}' +
  '[role=alert]{border-left:4px solid #b3261e;padding-left:.8rem}' +
  'button{font:inherit;padding:.7rem 1.2rem;border:1px solid;border-radius:4px;background:#1b1a18;color:#fdfcf9;cursor:pointer}' +
  '@media (prefers-color-scheme:dark){:root{background:#171614;color:#f2eee6}button{background:#f2eee6;color:#171614}}';
