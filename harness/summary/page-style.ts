import { escapeHtml } from '../../helpers/redaction/escape-html.ts';

/** The style of the suite's own pages, for any screen width, light and dark, and for print. */
const pageStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --tint: #f6f8fa; --paper: #fff;
  --link: #0550ae; --good: #1a7f37; --bad: #b42318; --open: #9a6700; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --line: #30363d; --tint: #161b22; --paper: #0d1117; --link: #79b8ff;
    --good: #56d364; --bad: #ff8b80; --open: #e3b341; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 64rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif; }
h1, h2, h3 { line-height: 1.2; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .3rem; }
p, li { margin: .5rem 0; overflow-wrap: anywhere; }
a { color: var(--link); }
.over { margin: 0; text-transform: uppercase; letter-spacing: .06em; font-size: .8rem; color: var(--soft); }
.soft { color: var(--soft); font-size: .92em; }
.conforming, .pass { color: var(--good); }
.non-conforming, .fail { color: var(--bad); }
.inconclusive, .known, .not-tested, .environment, .harness { color: var(--open); }
code, pre { font: .86em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .7rem .9rem; background: var(--tint); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--soft); font-size: .86rem; }
.number { text-align: right; padding: .3rem 0 .3rem .6rem; white-space: nowrap; }
.plot { display: block; fill: var(--link); }
.plot circle { fill: var(--paper); stroke: var(--ink); stroke-width: 1.2; }
.wide { overflow-x: auto; }
.wide td, .wide th { white-space: nowrap; }
@media (max-width: 40rem) { .wide { font-size: .85rem; } .wide td:first-child { white-space: normal; min-width: 6rem; } .plot { display: none; } }
dl { display: grid; grid-template-columns: fit-content(18rem) 1fr; gap: .25rem 1rem; margin: .6rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; } tr, pre { break-inside: avoid; } }
`;

/** The beginning of a page of the suite's own, which has no scripts and shows nothing from outside. */
export const headOf = (title: string, { policy = '', style = '' } = {}): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${policy}">
<title>${escapeHtml(title)}</title><style>${pageStyle}${style}</style></head><body>`;

/** A list under its title and the number of its items; nothing where there are none. */
export const listOf = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<h2>${title}: ${items.length}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
