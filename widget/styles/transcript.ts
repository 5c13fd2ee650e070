// The conversation: questions, status lines, notices, sources, tools.

import { css } from 'lit';

export const transcript = css`
.transcript { flex: 1; min-block-size: 0; overflow-y: auto; overscroll-behavior: contain; overflow-anchor: none; scroll-padding-block: 12px 20px; padding: 12px var(--_pad) 20px; position: relative; outline-offset: -2px; scrollbar-width: thin; scrollbar-color: var(--_line) transparent }
.more { --_fade: 40px }
.exchange { display: flex; flex-direction: column; gap: 20px; padding-block-end: 20px }
.question { align-self: flex-end; max-inline-size: 86%; display: flex; flex-direction: column; align-items: flex-end; gap: 6px }
.question .text { background: var(--_sunken); border-radius: 14px; padding: 8px 14px; line-height: 1.5; overflow-wrap: anywhere; white-space: pre-wrap }
.about { display: inline-flex; align-items: center; gap: 6px; color: var(--_muted); font-size: var(--_meta) }
.answer { display: flex; flex-direction: column; gap: 12px; min-inline-size: 0 }
.status { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; color: var(--_muted); font-size: var(--_meta); line-height: 20px; font-variant-numeric: tabular-nums }
.status .orb { width: 18px; height: 18px }
.aside { color: var(--_faint) }
.code-note { font-size: var(--_caption); color: var(--_faint); margin-inline-start: auto; font-variant-numeric: tabular-nums }
.danger { background: var(--_danger-soft); border-color: var(--_danger) }
.danger > .icon, .danger h4 { color: var(--_danger) }
.danger p { color: var(--_ink) }
.compare { display: grid; gap: 10px; margin-block-start: 8px }
.compare dt { display: flex; gap: 6px; align-items: center; margin-block-end: 3px; font-size: var(--_caption); color: var(--_muted) }
.compare dd { display: flex; flex-wrap: wrap; gap: 2px 5px; max-inline-size: 19em; font: var(--_meta)/20px var(--_mono); direction: ltr; color: var(--_muted) }
.compare dd span { padding: 0 3px }
.compare .x { font-weight: 700; color: var(--_ink) }
.compare div + div .x { color: var(--_danger); text-decoration: underline 1.5px; text-underline-offset: 3px }
.check + .compare, .subject .compare { margin: 0 }
.search-suggestions { inline-size: 100%; block-size: 56px; border: 0; display: block; color-scheme: inherit }
.sources { border-block-start: 1px solid var(--_line); padding-block-start: 4px }
.fold { display: flex; align-items: center; gap: 8px; min-block-size: var(--_target); inline-size: 100%; font-size: var(--_meta); font-weight: 500; color: var(--_muted); text-align: start }
.fold .icon { margin-inline-start: auto; color: var(--_faint); transition: transform .12s }
[aria-expanded=true]:is(.fold, .net) > .icon:last-child { transform: rotate(180deg) }
.source { display: grid; grid-template-columns: 18px 1fr auto; gap: 0 10px; align-items: start; padding: 6px 8px; margin-inline: -8px; border-radius: 8px; text-decoration: none; color: var(--_ink); font-size: var(--_table); line-height: 1.4; overflow-wrap: anywhere }
a.source:hover { background: var(--_sunken) }
.n { display: inline-flex; align-items: center; justify-content: center; min-inline-size: 18px; block-size: 18px; border-radius: 5px; background: var(--_accent-soft); color: var(--_accent-text); font-size: var(--_caption); font-weight: 600; line-height: 1; font-variant-numeric: tabular-nums; margin-block-start: 1px }
.source small { display: block; font-size: var(--_caption); color: var(--_faint) }
.source .icon { color: var(--_faint); margin-block-start: 2px }
a.source:not(:hover, :focus-visible) .icon { opacity: 0 }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; margin-block-start: -6px; color: var(--_faint); font-size: var(--_caption) }
.tools .text-button { margin: 0 }
.tools .text-button:first-child { margin-inline-start: -8px }
.tools time { margin-inline-start: auto }
`;
