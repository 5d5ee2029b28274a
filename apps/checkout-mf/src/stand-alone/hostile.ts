/** What an old framework, a theme of `!important`s and a page builder leave behind on a CMS page. */
export const HOSTILE = `
* { box-sizing: content-box; letter-spacing: .02em }
html { font-size: 10px }
body { font: italic 20px/2 'Comic Sans MS', cursive; color: #663399; text-align: center; word-spacing: 3px }
h1, h2, h3 { font-size: 42px !important; text-transform: uppercase !important; color: #c00 !important; margin: 40px 0 !important; border-bottom: 6px double orange }
p { font-size: 22px; margin: 2em; text-indent: 3em }
div { margin-bottom: 10px }
a, a:visited { color: lime !important; text-decoration: none !important; border-bottom: 2px dotted lime }
button, .btn, input[type=submit] { background: hotpink !important; color: yellow !important; padding: 25px 40px !important; border: 5px ridge blue !important; text-transform: uppercase !important; border-radius: 40px !important; float: left; width: 100% }
input, select, textarea { display: block; width: 50% !important; height: 60px !important; border: 4px solid red !important; background: #ffd !important; border-radius: 0 !important }
label { display: inline !important; font-weight: 100 !important; color: orange !important; float: left }
form > div { float: left !important; width: 45% !important }
fieldset { border: 0 !important; padding: 40px !important }
ul li { list-style: square inside !important; font-size: 30px; padding-left: 30px }
ul { margin-left: 60px !important }
table { border-collapse: separate !important; border-spacing: 12px !important; width: auto !important }
td { border: 3px solid purple !important; padding: 15px !important; text-align: left !important }
svg { width: 60px !important; height: 60px !important; fill: red !important }
section { padding: 50px !important; background: black !important }
dialog { border: 20px solid red !important; width: 30% !important }
img { border: 4px solid green !important; width: 40px !important }
body * { line-height: 2.5 !important }
button::before, h2::after { content: 'HOSTILE' !important; display: block !important; background: red }
`;
