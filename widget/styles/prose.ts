// What an answer's Markdown looks like: text, tables and badges, charts, code, citations, addresses.

import { css } from 'lit';

export const prose = css`
.prose { display: flex; flex-direction: column; gap: 12px; overflow-wrap: anywhere; text-wrap: pretty }
.prose:empty { display: none }
.prose > * { min-inline-size: 0 }
.prose :is(h1, h2, h3, h4, h5, h6) { font-weight: 600; line-height: 1.4; letter-spacing: -.008em; text-wrap: balance }
.prose > :is(h1, h2, h3, h4, h5, h6):not(:first-child) { margin-block-start: 8px }
.prose :is(h1, h2, h3) { font-size: calc(var(--_size) * 1.0667) }
.prose strong { font-weight: 600 }
.prose em { font-style: italic }
.prose del { color: var(--_muted) }
.prose :is(ul, ol) { padding-inline-start: 1.35em; display: grid; gap: 6px; list-style: disc }
.prose ol { list-style: decimal }
.prose li { padding-inline-start: .2em; min-inline-size: 0 }
.prose li::marker { color: var(--_faint); font-variant-numeric: tabular-nums }
.prose .loose { gap: 10px }
.prose li > * + * { margin-block-start: 6px }
a[data-unverified] { text-decoration-style: dashed }
.host { color: var(--_faint); font-size: var(--_meta) }
.insecure { color: var(--_caution) }
.prose a:not([class]) { color: var(--_accent-text); text-decoration: underline 1px; text-underline-offset: .2em; border-radius: 3px }
.prose :not(pre) > code { font-family: var(--_mono); font-size: .9em; background: var(--_sunken); border-radius: 5px; padding: .12em .36em }
.prose blockquote { display: grid; gap: 12px; border-inline-start: 2px solid var(--_line); padding-inline-start: 12px; color: var(--_muted) }
.prose hr { border: 0; block-size: 1px; background: var(--_line); margin: 4px 0; inline-size: 100% }
.cite { display: inline-flex; align-items: center; justify-content: center; min-inline-size: 16px; block-size: 16px; padding: 0 4px; margin-inline-start: 3px; border-radius: 5px; background: var(--_accent-soft); color: var(--_accent-text); font-size: var(--_caption); line-height: 1; font-weight: 600; font-variant-numeric: tabular-nums; vertical-align: .14em; text-decoration: none }
.cite:hover { background: var(--_accent-text); color: var(--_surface) }
.table { border: 1px solid var(--_line); border-radius: 12px; overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--_line) transparent }
.table table { inline-size: 100%; border-collapse: collapse; font-size: var(--_table); line-height: 1.45; font-variant-numeric: tabular-nums; overflow-wrap: normal }
.table th { font-weight: 500; color: var(--_muted); font-size: var(--_caption); text-align: start; padding: 8px 12px; background: var(--_sunken); white-space: nowrap }
.table tbody tr { border-block-start: 1px solid var(--_line) }
.table td { padding: 9px 12px; vertical-align: top; text-align: start }
.table tr > * + * { padding-inline-start: 2px }
.table .num { text-align: end }
.table .center { text-align: center }
.table td:first-child { font-weight: 500 }
.risk th:first-child { inline-size: 30% }
.badge { display: inline-flex; align-items: center; gap: 6px; min-block-size: 22px; padding-inline: 7px 8px; border-radius: 6px; font-size: var(--_caption); line-height: 1; font-weight: 600; white-space: nowrap; margin-block: -1px; background: var(--_unknown-soft); color: var(--_muted) }
.badge svg { width: 10px; height: 10px }
.badge rect { fill: currentColor }
.badge .off { opacity: .3 }
.low { background: var(--_positive-soft); color: var(--_positive) }
.medium { background: var(--_caution-soft); color: var(--_caution) }
.high { background: var(--_danger-soft); color: var(--_danger) }
.chart { border: 1px solid var(--_line); border-radius: 12px; padding: 8px 12px 12px }
.chart figcaption { display: flex; align-items: center; gap: 8px; font-size: var(--_meta); line-height: 1.4; color: var(--_muted) }
.chart figcaption b { font-weight: 500; color: var(--_ink); flex: 1 }
.chart figcaption button { margin-inline-end: -6px }
.now { display: flex; align-items: baseline; gap: 8px; font-size: var(--_meta); color: var(--_muted); font-variant-numeric: tabular-nums; margin-block-end: 4px }
.now strong { font-size: calc(var(--_size) * 1.3333); letter-spacing: -.015em; line-height: 1.3; color: var(--_ink) }
.plot { inline-size: 100%; block-size: auto; overflow: visible; direction: ltr }
.plot text { font: 400 var(--_caption) var(--_font); fill: var(--_faint); font-variant-numeric: tabular-nums }
.plot .strong { fill: var(--_ink); font-weight: 600 }
.plot .ref { stroke: var(--_edge); stroke-dasharray: 1 4; stroke-linecap: round }
.plot .path { fill: none; stroke: var(--_accent-text); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round }
.plot .dot { fill: var(--_surface); stroke: var(--_accent-text); stroke-width: 1.5 }
.plot .last { fill: var(--_accent-text); stroke: var(--_surface); stroke-width: 2 }
.code { border: 1px solid var(--_line); border-radius: 12px; overflow: clip }
.bar { display: flex; align-items: center; justify-content: space-between; background: var(--_sunken); padding-inline: 12px 4px; min-block-size: 34px; font-size: var(--_caption); color: var(--_muted) }
.prose pre { font: calc(var(--_size) * .84)/1.6 var(--_mono); padding: 10px 12px; overflow-x: auto; white-space: pre; direction: ltr; text-align: left; tab-size: 2; font-variant-ligatures: none; overflow-wrap: normal; outline-offset: -2px }
.address { margin-block: 3px; font-size: var(--_table); display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px; max-inline-size: 100%; min-block-size: max(34px, var(--_target)); padding-inline: 8px 3px; border: 1px solid var(--_line); border-radius: 10px; background: var(--_surface); vertical-align: middle }
.address .aside { padding-inline: 2px 6px; font-size: var(--_caption) }
.is-danger .aside { color: var(--_danger) }
.address .mono { padding-inline: 6px 4px; direction: ltr; unicode-bidi: isolate }
.address.is-danger { border-color: var(--_danger); background: var(--_danger-soft) }
.prose [data-pen]::after { content: ""; display: inline-block; inline-size: .6em; block-size: .6em; border-radius: 50%; background: var(--_accent-text); margin-inline-start: .3em; vertical-align: .02em; animation: breathe 1.2s ease-in-out infinite }
@keyframes breathe { 50% { opacity: .3 } }
@container oracle (max-width: 379px) {
  .risk thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) }
  .risk :is(table, tbody) { display: block }
  .risk tr { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; padding: 10px 12px }
  .risk tbody tr:first-child { border: 0 }
  .risk tr > td { padding: 0 }
  .risk td:nth-child(2) { grid-row: 2; grid-column: 1/-1; color: var(--_muted) }
  /* The plot is drawn smaller here, its words are not. */
  .plot text { font-size: calc(var(--_caption) * 1.28) }
}
`;
