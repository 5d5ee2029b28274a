/** What inline styles cannot say: dark mode, phones, and where a heading breaks. `!important` because it must win over the inline styles. */
export const LETTER_STYLES = `
.heading { text-wrap: balance; }
@media (prefers-color-scheme: dark) {
  .page { background: #14120f !important; }
  .paper { background: #1f1c18 !important; border-color: #3a352d !important; border-top-color: #e0705a !important; }
  .ink { color: #f1ece2 !important; }
  .quiet { color: #b1a898 !important; }
  .rule { border-color: #3a352d !important; }
  .rule-strong { border-color: #f1ece2 !important; }
  .button { background: #e0705a !important; }
  .button-text { color: #1a0f0c !important; }
}
@media (max-width: 480px) {
  .outer { padding: 20px 0 !important; }
  .paper { padding: 28px 20px !important; border-left: 0 !important; border-right: 0 !important; }
  .heading { font-size: 25px !important; }
}
`;
