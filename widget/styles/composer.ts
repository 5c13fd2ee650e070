// The dock: banner, jump pill, composer with address line, check and send button, footnote, network menu.

import { css } from 'lit';

export const composer = css`
.dock { position: relative; flex: none; padding: 0 12px calc(10px + env(safe-area-inset-bottom, 0px)) }
.composer { border: 1px solid var(--_edge); border-radius: 14px; background: var(--_surface); transition: border-color .12s, box-shadow .12s }
.composer:has(.input:focus, .field:focus) { border-color: var(--_accent-text); box-shadow: 0 0 0 1px var(--_accent-text) }
.composer.bad { border-color: var(--_danger); box-shadow: 0 0 0 1px var(--_danger) }
.line { display: flex; align-items: flex-end; gap: 4px; padding: 5px; padding-inline-start: 6px }
.input { display: block; flex: 1; min-inline-size: 0; min-block-size: var(--_target); max-block-size: min(9em, 40cqb); padding: calc((var(--_target) - 1.5em) / 2) 6px; line-height: 1.5; overflow-y: auto; overflow-wrap: anywhere; resize: none; outline: none; field-sizing: content }
:is(.input, .field)::placeholder { color: var(--_faint); opacity: 1 }
.input:placeholder-shown { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.masked { -webkit-text-security: disc; color: var(--_muted); max-block-size: 3.5em }
.tall .line { flex-wrap: wrap; align-items: center }
.tall .input { order: -1; flex: 1 0 100%; padding: 8px 8px 2px }
.tall .send { margin-inline-start: auto }
.counter { font-size: var(--_caption); color: var(--_caution); font-weight: 600; font-variant-numeric: tabular-nums; padding-inline: 6px; align-self: center }
.tall .counter { margin-inline-start: auto }
.tall .counter + .send { margin: 0 }
.send { position: relative; display: inline-flex; align-items: center; justify-content: center; flex: none; inline-size: var(--_target); block-size: var(--_target); border-radius: 50%; color: var(--_on-accent); background: var(--_accent-fill); box-shadow: inset 0 0 0 1px rgb(22 24 27 / .08) }
.send.off { background: var(--_sunken); color: var(--_faint); box-shadow: none }
.send.stop { background: var(--_ink); color: var(--_surface) }
.stop i { inline-size: 11px; block-size: 11px; border-radius: 2.5px; background: currentColor }
.send.cooling { background: none; color: var(--_ink); box-shadow: none; font-size: var(--_meta); font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -.02em }
.cooling::after { content: attr(data-seconds) }
.send .dial { position: absolute; inset: 0; inline-size: 100%; block-size: 100% }
.subject { display: flex; align-items: center; gap: 8px; padding: 6px; padding-inline-start: 12px; min-block-size: 44px; border-block-end: 1px solid var(--_line); font-size: var(--_table) }
.subject > .icon { color: var(--_faint); margin-inline-start: -2px }
.field { flex: 1; min-inline-size: 0; outline: none; text-overflow: ellipsis; min-block-size: var(--_small) }
.field.mono { direction: ltr }
.whole { flex: 1; min-inline-size: 0; direction: ltr; text-align: start; word-break: break-all; text-wrap: balance; line-height: 1.45; padding-block: 4px }
mark { background: none; color: var(--_danger); font-weight: 700; text-decoration: underline 1.5px; text-underline-offset: 3px }
.grow { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px }
.net { display: inline-flex; align-items: center; gap: 6px; min-block-size: var(--_small); padding: 0 6px; margin-inline-start: -6px; border-radius: 8px; font-weight: 500; white-space: nowrap }
.short { color: var(--_muted); white-space: nowrap; direction: ltr; unicode-bidi: isolate; border-radius: 4px; min-block-size: 24px }
.check { display: flex; align-items: flex-start; gap: 7px; padding: 8px 12px; font-size: var(--_meta); line-height: 1.45; color: var(--_muted); border-block-end: 1px solid var(--_line); overflow-wrap: anywhere }
.check .icon { margin-block-start: 1px }
.check b { font-weight: 600; color: var(--_ink) }
.check.bad, .check.bad b { color: var(--_danger) }
.check.bad { background: var(--_danger-soft) }
.groups { display: flex; flex-wrap: wrap; gap: 0 .6em; margin-block-start: 2px }
.footnote { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 6px; min-block-size: 18px; margin-block-start: 8px; font-size: var(--_caption); line-height: 18px; color: var(--_faint); text-align: center }
.footnote.live { color: var(--_muted); font-variant-numeric: tabular-nums }
.menu { position: absolute; inset-block-end: calc(100% + 6px); inset-inline-start: 12px; z-index: 3; inline-size: 256px; max-inline-size: calc(100% - 24px); max-block-size: min(280px, 60cqb); overflow-y: auto; overscroll-behavior: contain; padding: 4px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 12px; box-shadow: var(--_shadow-1); font-size: var(--_table); animation: rise .2s var(--_out); outline: none }
.menu li { display: flex; align-items: center; gap: 10px; min-block-size: var(--_target); padding-inline: 8px; border-radius: 8px; cursor: pointer }
.menu .plate { min-inline-size: 42px }
.menu .active { background: var(--_sunken); outline: 2px solid var(--_accent-text); outline-offset: -2px }
.menu .any { color: var(--_muted) }
.jump { position: absolute; inset-block-end: calc(100% + 12px); inset-inline: 0; margin-inline: auto; inline-size: max-content; max-inline-size: calc(100% - 24px); display: flex; align-items: center; gap: 8px; min-block-size: 36px; padding-inline: 10px 14px; border-radius: 18px; background: var(--_raised); border: 1px solid var(--_edge); box-shadow: var(--_shadow-1); font-size: var(--_meta); font-weight: 500; z-index: 2; animation: rise .2s var(--_out) }
.jump i { inline-size: 7px; block-size: 7px; border-radius: 50%; background: var(--_accent-text) }
.banner { display: flex; align-items: center; gap: 10px; padding: 9px 14px; margin-block-end: 8px; border-radius: 10px; background: var(--_sunken); font-size: var(--_meta); line-height: 1.4; color: var(--_muted) }
.banner b { color: var(--_ink); font-weight: 600 }
.dock .notice { margin-block-end: 10px; max-block-size: 50cqb; overflow-y: auto }
.fresh .line > .icon-button { display: none }
@container oracle (max-height: 419px) {
  .fresh crypto-oracle-address-field { display: none }
  .fresh .line > .icon-button { display: inline-flex }
}
@container oracle (min-width: 560px) {
  .dock { padding: 0 20px 14px }
  .dock > * { max-inline-size: 720px; margin-inline: auto }
}
`;
