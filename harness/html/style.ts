/** The style of the suite's own pages, for any screen width and for print. */
export const style = `
:root { color-scheme: light; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --tint: #f6f8fa;
  --good: #1a7f37; --bad: #b42318; --open: #9a6700; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 56rem; color: var(--ink); background: #fff;
  font: 1rem/1.55 "Source Sans 3", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h1 { overflow-wrap: anywhere; font-size: 1.9rem; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .3rem; }
p { margin: .5rem 0; max-width: 42rem; }
p, li, h3 { overflow-wrap: anywhere; }
a { color: #0550ae; }
.soft, small { color: var(--soft); }
code, pre { font: .86em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .7rem .9rem; background: var(--tint); border: 1px solid var(--line); border-radius: 4px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--soft); font-size: .86rem; overflow-wrap: normal; }
.date { white-space: nowrap; }
.even { table-layout: fixed; }
td.number, th.number { text-align: right; padding-right: 0; padding-left: .6rem; white-space: nowrap; }
tfoot td { font-weight: 600; border-bottom: 0; }
dl { display: grid; grid-template-columns: fit-content(18rem) 1fr; gap: .25rem 1rem; margin: .6rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; margin: .5rem 0; }
@media (max-width: 36rem) {
  body { padding: 1.2rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
  .wide { overflow-x: auto; }
  .wide th, .wide td { overflow-wrap: normal; min-width: 3.5rem; }
  .wide td:first-child { min-width: 9rem; }
}
@media print {
  @page { size: A4; margin: 18mm 16mm 20mm; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  tr, pre, .whole { break-inside: avoid; }
  tfoot { display: table-row-group; }
  a { color: inherit; text-decoration: none; }
}
`;

/** The style for pages that are not printed, with a dark mode. */
export const lightAndDark = `${style}
:root { color-scheme: light dark; --paper: #fff; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --line: #30363d; --tint: #161b22; --paper: #0d1117; --link: #79b8ff;
    --good: #56d364; --bad: #ff8b80; --open: #e3b341; }
}
body { background: var(--paper); max-width: 64rem; }
a { color: var(--link); }
.over { margin: 0; text-transform: uppercase; letter-spacing: .06em; font-size: .8rem; }
details { margin: .4rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
`;
