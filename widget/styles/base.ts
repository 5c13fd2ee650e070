// Resets without weight, and the small pieces every part is made of: icons, orb, dial, buttons, plates.

import { css } from 'lit';

export const base = css`
.oracle {
  font: 400 var(--_size)/1.6 var(--_font);
  color: var(--_ink);
  text-align: start;
  font-synthesis: none;
  -webkit-font-smoothing: antialiased;
  -webkit-text-size-adjust: 100%;
}
*, ::before, ::after { box-sizing: border-box }
:where(h2, h3, h4, h5, h6, p, ul, ol, li, figure, dl, dd, table, blockquote, pre) { margin: 0; padding: 0; font: inherit }
:where(button, input, textarea) { font: inherit; color: inherit; margin: 0; padding: 0; border: 0; background: none; letter-spacing: inherit; border-radius: 0 }
:where(button) { cursor: pointer; -webkit-tap-highlight-color: transparent }
:where(ul, ol) { list-style: none }
:where([aria-disabled=true]) { cursor: default }
:focus-visible { outline: 2px solid var(--_accent-text); outline-offset: 2px }
crypto-oracle-launcher, crypto-oracle-transcript, crypto-oracle-message, crypto-oracle-composer, crypto-oracle-address-field, crypto-oracle-sources, crypto-oracle-notice, crypto-oracle-confirm { display: contents }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
svg { display: block; flex: none }
.icon { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
.icon.l { width: 24px; height: 24px }
.icon.s { width: 16px; height: 16px; stroke-width: 1.75 }
.mono { font-family: var(--_mono); font-size: .94em; font-variant-ligatures: none; letter-spacing: -.01em }
.orb { width: 24px; height: 24px; overflow: visible }
.ring { fill: none; stroke: currentColor; stroke-width: 1.5 }
.disc { fill: var(--_accent-text); transform-origin: 12px 12px }
.rolling .disc { animation: roll 2.4s cubic-bezier(.5, .15, .5, .85) infinite }
.hollow .disc { fill: none; stroke: currentColor; stroke-width: 1.5 }
@keyframes roll { to { transform: rotate(360deg) } }
.dial { transform: rotate(-90deg) }
.dial circle { fill: none; stroke-width: 2.5; stroke: var(--_line) }
.dial circle + circle { stroke: var(--_accent-text); stroke-linecap: round }
.dial.s { width: 16px; height: 16px; margin-inline-start: -2px }
.dial.s circle { stroke-width: 4.5 }
.icon-button { display: inline-flex; align-items: center; justify-content: center; inline-size: var(--_target); block-size: var(--_target); border-radius: 10px; color: var(--_muted); flex: none; transition: background-color .12s, color .12s }
.icon-button.s { inline-size: var(--_small); block-size: var(--_small); border-radius: 8px }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: max(32px, var(--_target) - 4px); padding: 5px 12px; border-radius: 9px; font-size: var(--_table); line-height: 1.4; font-weight: 500; box-shadow: inset 0 0 0 1px var(--_edge); background: var(--_surface); text-decoration: none; font-variant-numeric: tabular-nums }
.text-button { display: inline-flex; align-items: center; gap: 6px; min-block-size: var(--_small); padding: 0 8px; margin-inline: -8px; border-radius: 8px; font-size: var(--_meta); font-weight: 500; color: var(--_muted) }
:is(.icon-button, .button, .text-button, .net):hover { background: var(--_sunken); color: var(--_ink) }
.destructive, .destructive:hover { box-shadow: none; background: var(--_danger); color: var(--_on-danger) }
.strong, .strong:hover { box-shadow: none; background: var(--_ink); color: var(--_surface) }
.button[aria-disabled=true] { color: var(--_faint); box-shadow: inset 0 0 0 1px var(--_line); background: none }
.plate { display: inline-flex; align-items: center; justify-content: center; min-block-size: 18px; padding-inline: 4px; border-radius: 5px; border: 1px solid var(--_edge); font: 600 var(--_caption)/1 var(--_mono); letter-spacing: 0; color: var(--_muted); flex: none }
.notice { display: grid; grid-template-columns: 20px minmax(0, 1fr); overflow-wrap: anywhere; hyphens: auto; gap: 2px 10px; border: 1px solid var(--_line); border-radius: 12px; padding: 12px 14px; line-height: 1.5 }
.notice > .icon { margin-block-start: 1px; color: var(--_muted) }
.notice h4 { font-weight: 600 }
.notice :is(p, .row, dl) { grid-column: 2 }
.notice p { color: var(--_muted); font-size: var(--_note) }
.row { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; margin-block-start: 10px }
`;
