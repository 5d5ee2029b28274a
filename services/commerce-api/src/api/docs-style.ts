/** For the page's Content-Security-Policy: this one style sheet and nothing else. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: #fdfcf9; color: #1b1a18; overflow-wrap: anywhere; }
a { color: #17484b; }
@media (prefers-color-scheme: dark) {
  :root { background: #171614; color: #f2eee6; }
  a { color: #9ad7cf; }
}
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.1rem; text-transform: capitalize; margin: 2rem 0 .5rem; }
h3 { font-size: .9rem; margin: 1rem 0 .2rem; }
p { margin: .4rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: 1rem 0; padding: 0; list-style: none; }
details { border-top: 1px solid #8884; padding: .6rem 0; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; }
summary code { font-size: 1rem; }
summary span { opacity: .75; }
[id] { scroll-margin-top: 3rem; }
dl { margin: 0; }
dt { margin-top: .5rem; }
dd { margin: 0 0 0 1rem; }
dd dl { border-left: 2px solid #8883; padding-left: .6rem; }
.type { opacity: .85; }
.note { opacity: .75; font-size: .85rem; }
pre { overflow-x: auto; background: #8881; padding: .8rem; font-size: .8rem; max-height: 24rem; }
`;
