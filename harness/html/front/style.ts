import { lightAndDark } from '../style.ts';

/** The common style, with additions for the front page. */
export const style = `${lightAndDark}
.verdict { margin: 1rem 0; padding: 1rem 1.2rem; border: 1px solid var(--line); border-left: .5rem solid var(--open);
  border-radius: 4px; }
.verdict p { max-width: none; }
.verdict strong { display: block; font-size: 1.7rem; line-height: 1.15; color: var(--open); }
.verdict.good { border-left-color: var(--good); } .verdict.good strong { color: var(--good); }
.verdict.bad { border-left-color: var(--bad); } .verdict.bad strong { color: var(--bad); }
.group { margin: 1rem 0; padding: .2rem 1rem 1rem; border: 1px solid var(--line); border-radius: 4px; }
.cause { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem;
  font-size: .86rem; color: var(--open); }
.cause.product, .cause.changed { color: var(--bad); }
details > div { padding-left: 1rem; border-left: 2px solid var(--line); }
.pair { display: grid; grid-template-columns: 6rem 1fr; gap: .2rem .8rem; }
.plus { color: var(--good); } .minus { color: var(--bad); }
.cells { display: flex; flex-wrap: wrap; gap: 2px; list-style: none; margin: 0; padding: 0; }
.cells :is(a, span) { display: block; width: 1.25rem; height: 1.25rem; line-height: 1.25rem; text-align: center; font-size: .75rem;
  text-decoration: none; border-radius: 2px; background: var(--tint); color: var(--ink); border: 1px solid var(--line); }
.cells .fail { background: var(--bad); color: var(--paper); }
.cells .pass { background: var(--good); color: var(--paper); }
.cells .known, .cells .not-tested, .cells .environment, .cells .harness { background: var(--open); color: var(--paper); }
.coverage { display: grid; grid-template-columns: minmax(10rem, 16rem) 1fr; gap: .5rem 1rem; margin: .8rem 0; }
.coverage dt, .coverage dd { margin: 0; }
.shot { max-width: 14rem; max-height: 12rem; margin: .3rem 0; border: 1px solid var(--line); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; list-style: none;
  padding: 0; }
.charts svg { display: block; width: 10rem; height: 2.25rem; border-bottom: 1px solid var(--line); }
.charts small { display: block; }
polyline { fill: none; stroke: var(--link); stroke-width: 1.5; } circle { fill: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; }
@media (max-width: 36rem) {
  .coverage, .pair { grid-template-columns: 1fr; }
  .cells :is(a, span) { width: 1.5rem; height: 1.5rem; line-height: 1.5rem; }
}
`;
