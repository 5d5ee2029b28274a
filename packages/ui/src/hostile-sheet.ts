/**
 * What a CMS theme, Bootstrap 3, a page builder and a marketing snippet leave behind, for pages that show that a widget
 * stays itself.
 */
export const hostileSheet = `
* { box-sizing: content-box; letter-spacing: .02em }
*:before, *:after { box-sizing: border-box }
html { font-size: 10px; -webkit-tap-highlight-color: transparent }
body { font: italic 20px/2 "Comic Sans MS", cursive; color: #663399; background: #fff; text-align: center; text-transform: none; word-spacing: 3px }
input, button, select, textarea { font-family: inherit; font-size: inherit; line-height: inherit }
h1, h2, h3 { font-size: 42px !important; text-transform: uppercase !important; color: #c00 !important; margin: 40px 0 !important; border-bottom: 6px double orange }
p { margin: 0 0 10px; text-indent: 3em !important }
div p { font-size: 22px }
body div { margin-bottom: 10px }
a, a:visited { color: lime !important; text-decoration: none !important; border-bottom: 2px dotted lime }
button, .btn, input[type=submit] { background: hotpink !important; color: yellow !important; padding: 25px 40px !important; border: 5px ridge blue !important; text-transform: uppercase !important; border-radius: 40px !important; float: left; width: 100% }
input, select, textarea { display: block; width: 50% !important; height: 60px !important; border: 4px solid red !important; background: #ffd !important; border-radius: 0 !important }
input:focus { box-shadow: 0 0 30px red !important; outline: 0 !important }
*:focus, *:focus-visible { outline: none !important }
input[type=radio], input[type=checkbox] { -webkit-appearance: none; appearance: none; margin: 4px 0 0; line-height: normal }
input::placeholder { color: cyan !important }
label { display: inline !important; max-width: 100%; margin-bottom: 5px; font-weight: 100 !important; color: orange !important; float: left }
form > div { float: left !important; width: 45% !important }
fieldset { border: 0 !important; padding: 40px !important; min-width: 0 }
legend { display: block; width: 100%; margin-bottom: 20px !important; font-size: 21px; color: #333; border-bottom: 1px solid #e5e5e5 }
output { display: block; padding-top: 7px; color: #555 !important }
ul li { list-style: square inside !important; font-size: 30px; padding-left: 30px }
ul { margin-left: 60px !important }
table { border-collapse: separate !important; border-spacing: 12px !important; width: auto !important }
td, th { border: 3px solid purple !important; padding: 15px !important; text-align: left !important }
svg { width: 60px !important; height: 60px !important; fill: red !important }
svg path { stroke: lime !important; stroke-width: 8px !important }
img { max-width: none !important; border: 8px solid gold !important; vertical-align: middle }
strong, b { font-weight: 100; color: teal !important }
span { letter-spacing: 4px !important }
s { text-decoration: overline !important }
dialog { background: cyan !important; border: 20px solid magenta !important; position: static !important; opacity: .4 !important }
dialog::backdrop { background: lime !important }
[hidden] { display: block !important }
[class*="button"], [class*="card"] { box-shadow: 0 0 20px red !important; transform: rotate(1deg) !important }
[role=tab] { display: none !important } [role=alert] { visibility: hidden !important }
section { padding: 50px !important; background: black !important }
header { position: fixed !important; top: 0; height: 20px !important; overflow: hidden }
.row { margin: 0 -15px; display: block !important } .form { width: 900px; background: cyan } .label { display: inline; padding: .2em .6em; background: #777; color: #fff }
.field { clear: both } .price { font-size: 80px !important } .hidden { display: none !important } .close { float: right; opacity: .2 }
body * { line-height: 2.5 !important }
button::before, h2::after { content: "HOSTILE" !important; display: block !important; background: red }
@keyframes turn { to { transform: scale(9) } }
`;
