import { raw } from 'hono/html';

/**
 * Pictures of the magazine's own, in the six inks of the publication's. They stand in the page: they must come when
 * nothing else does.
 */

const SEA = '#15807d';
const [INK, PAPER, RED, GOLD, PINK, SKY] = ['#182541', '#f5ecdb', '#ea4b31', '#f3b43a', '#f5aaa2', '#a9d3d2'];

const picture = (shapes: string) =>
  raw(`<svg class="message-picture" viewBox="0 0 800 600" width="800" height="600" aria-hidden="true" focusable="false">
<defs><pattern id="grain" width="90" height="90" patternUnits="userSpaceOnUse" patternTransform="rotate(11)"><path fill="${PAPER}" opacity=".5" d="M6 11h1.4v1.4H6zM34 4h.9v.9h-.9zM61 19h1.3v1.3h-1.3zM83 33h.8v.8h-.8zM18 37h1.1v1.1h-1.1zM47 45h1.5v1.5h-1.5zM72 58h1v1h-1zM9 66h.9v.9h-.9zM30 79h1.3v1.3h-1.3zM55 74h.8v.8h-.8zM80 83h1.4v1.4h-1.4z"/></pattern></defs>
${shapes}<path fill="url(#grain)" d="M0 0h800v600H0z"/></svg>`);

const SHEET = 'M48 128l124 34 124-34 124 34 86-24 -16 44 22 32 -26 40 18 46 -30 36 20 46 -24 38 14 40 -64 18 -124-34 -124 34 -124-34z';

/** A folded map, torn where it ends, and a place beyond it. */
export const offTheMap = picture(`<path fill="${SKY}" d="M0 0h800v600H0z"/>
<circle cx="652" cy="128" r="64" fill="${RED}"/>
<path fill="${INK}" opacity=".16" transform="translate(12 14)" d="${SHEET}"/>
<clipPath id="sheet"><path d="${SHEET}"/></clipPath>
<g clip-path="url(#sheet)"><path fill="${PAPER}" d="M0 0h800v600H0z"/>
<path fill="${SEA}" d="M0 330c70-40 120 20 190-6s90-96 170-80 80 60 190 40v330H0z"/>
<path fill="${GOLD}" d="M0 392c60-30 120-24 160 6s30 58 110 62 74-52 140-46 70 24 130 14v180H0z"/>
<path fill="${PINK}" d="M250 90c40-10 110 0 120 40s-50 60-90 50-70-80-30-90z"/>
<g fill="none" stroke="${INK}" stroke-width="2" opacity=".55"><path d="M272 112c28-6 70 2 76 24s-34 36-58 28-44-46-18-52z"/><path d="M294 126c16-4 32 2 34 12s-16 16-28 12-18-20-6-24z"/><path d="M90 190c40 10 60 50 120 44M70 220c50 14 70 56 140 46"/></g>
<path fill="none" stroke="${PAPER}" stroke-width="4" d="M70 366h50M206 380h44M330 330h70M440 378h48M290 410h36"/>
<path fill="none" stroke="${RED}" stroke-width="7" stroke-dasharray="2 15" stroke-linecap="round" d="M104 432c60-6 96 2 136-34s62-100 132-96 80 38 160 20"/>
<path fill="${RED}" d="M74 416h24v24H74z"/>
<path fill="${INK}" opacity=".12" d="M172 0h124v600H172zM420 0h124v600H420z"/></g>
<path fill="none" stroke="${RED}" stroke-width="7" stroke-dasharray="2 15" stroke-linecap="round" d="M532 322c40-8 60-2 92 20"/>
<path fill="${GOLD}" d="M578 412c10-50 60-76 98-70s72 34 84 70z"/>
<path fill="${INK}" d="M660 262h6v90h-6z"/><path fill="${RED}" d="M666 262h46v40h-46z"/>
<path fill="${PAPER}" d="M690 352h40v34h-40z"/><path fill="${INK}" d="M684 354l26-20 26 20zM704 366h10v20h-10z"/>
<path fill="none" stroke="${PAPER}" stroke-width="5" d="M560 424h212M596 444h120M640 464h110M560 528h70M690 548h60"/>
<path fill="none" stroke="${INK}" stroke-width="6" d="M560 78q14-12 24 4 12-16 26-4M520 118q10-9 18 3 9-12 19-3"/>`);

/** A boat that comes about before the horizon. */
export const turnedBack = picture(`<path fill="${PINK}" d="M0 0h800v330H0z"/>
<path fill="${RED}" d="M382 330a168 168 0 01336 0z"/>
<path fill="${SEA}" d="M0 330h800v270H0z"/>
<path fill="${INK}" opacity=".35" d="M382 330h336a168 168 0 01-90 149H472a168 168 0 01-90-149z"/>
<path fill="none" stroke="${PAPER}" stroke-width="5" d="M40 366h120M250 388h70M600 372h150M60 548h90M520 560h140M690 480h70"/>
<path fill="none" stroke="${PAPER}" stroke-width="8" stroke-dasharray="2 17" stroke-linecap="round" d="M40 500c180-10 420 30 560-6s110-92 0-92-150 20-210 26"/>
<path fill="${PAPER}" d="M206 330h150v56H206z"/><path fill="${GOLD}" d="M238 290h86v40h-86z"/><path fill="${INK}" d="M268 240h30v50h-30z"/><path fill="${RED}" d="M268 252h30v16h-30z"/>
<path fill="${INK}" d="M222 346h20v20h-20zM258 346h20v20h-20zM294 346h20v20h-20z"/>
<path fill="${INK}" d="M140 386h262l-34 70H186z"/><path fill="${RED}" d="M176 436h202l-10 20H186z"/>
<path fill="${PAPER}" opacity=".85" d="M284 214c0-26 30-22 34-44s34-22 40-2 30 12 26 32-22 14-36 18-30-8-40 6-24 4-24-10z"/>
<path fill="none" stroke="${INK}" stroke-width="6" d="M92 120q16-14 28 4 13-18 30-4M172 176q12-10 20 3 10-13 22-3M612 84q12-10 20 3 10-13 22-3"/>`);
