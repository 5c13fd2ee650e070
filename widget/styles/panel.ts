// The panel in its three places (popup or sheet, a column, a whole box), its header, welcome and confirm sheet.

import { css } from 'lit';

export const panel = css`
:host([mode=inline]) { block-size: var(--crypto-oracle-height, 640px); max-block-size: 100% }
:host([mode=page]) { block-size: 100%; min-block-size: 320px }
:host(:is([mode=inline], [mode=page])) .oracle { block-size: 100% }
.panel { position: relative; display: flex; flex-direction: column; inline-size: 100%; block-size: 100%; max-inline-size: none; max-block-size: none; margin: 0; padding: 0; container: oracle / size; isolation: isolate; color: inherit; background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius); overflow: clip }
:host([mode=page]) .panel { border: 0; border-radius: 0 }
.popup { position: fixed; inset: auto; inset-block-end: calc(var(--_y) + 68px); inset-inline-end: var(--_x); z-index: var(--_z); inline-size: min(var(--crypto-oracle-width, 400px), 100vw - 2 * var(--_x)); block-size: min(var(--crypto-oracle-height, 640px), 100vh - 104px); box-shadow: var(--_shadow-3); opacity: 0; translate: 0 8px; transition: opacity .13s, translate .13s, display .13s allow-discrete, overlay .13s allow-discrete }
.popup:not(.open) { display: none }
.open { opacity: 1; translate: 0; transition-duration: .2s; transition-timing-function: var(--_out) }
:host([placement=start]) .popup { inset-inline: var(--_x) auto }
@media (min-width: 1600px) and (min-height: 900px) {
  .popup { inline-size: var(--crypto-oracle-width, 480px); block-size: var(--crypto-oracle-height, 720px) }
}
.popup.full { inset: var(--_top, 0) 0 auto; inline-size: 100%; block-size: var(--_height, 100dvh); border: 0; border-radius: 0; box-shadow: none; translate: 0 32px }
.full.open { translate: 0; transition-duration: .32s }
@starting-style {
  .open { opacity: 0; translate: 0 8px }
  .full.open { translate: 0 32px }
}
.header { display: flex; align-items: center; gap: 10px; min-block-size: 56px; flex: none; padding-inline: var(--_pad) 10px; border-block-end: 1px solid transparent }
.header.scrolled { border-color: var(--_line) }
.title { flex: 1; min-inline-size: 0; display: flex; gap: 8px; font-weight: 600; letter-spacing: -.006em; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; outline-offset: -2px }
.bare .orb { display: none }
.start { flex: 1; min-block-size: 0; display: flex; flex-direction: column; padding: 0 var(--_pad) 16px; overflow-y: auto; overscroll-behavior: contain }
:is(.start, .transcript):not(:focus-visible) { mask-image: linear-gradient(#000 calc(100% - var(--_fade, 12px)), transparent) }
/* What the composer will take, once its script is there. */
.room { flex: none; block-size: 130px }
.room.site { block-size: 220px }
.welcome { margin-block: auto 20px; padding-block-start: 8px }
.welcome .orb { width: 40px; height: 40px; margin-block-end: 18px }
.welcome .ring { stroke-width: 1.1 }
.welcome h3 { font: 400 calc(var(--_size) * 1.7333)/1.22 var(--_display); letter-spacing: -.012em; text-wrap: balance }
.welcome p { color: var(--_muted); margin-block-start: 8px; text-wrap: balance; max-inline-size: 44ch }
.suggestions li + li { border-block-start: 1px solid var(--_line) }
.suggestions button { display: flex; align-items: center; gap: 12px; inline-size: calc(100% + 16px); margin-inline: -8px; padding: 11px 8px; border-radius: 10px; text-align: start; line-height: 1.45 }
.suggestions button:hover { background: var(--_sunken) }
.suggestions .icon { margin-inline-start: auto; color: var(--_faint) }
:dir(rtl) > button > .icon { scale: -1 1 }
.scrim { position: absolute; inset: 0; background: var(--_scrim); display: flex; align-items: flex-end; z-index: 5; animation: fade .32s var(--_out) }
.confirm { inline-size: 100%; background: var(--_raised); border-radius: var(--_radius) var(--_radius) 0 0; border-block-start: 1px solid var(--_line); padding: 20px var(--_pad) 16px; animation: rise .32s var(--_out) }
.confirm h3 { font-weight: 600; font-size: calc(var(--_size) * 1.0667); line-height: 1.4; overflow-wrap: anywhere }
.confirm p { color: var(--_muted); margin-block: 4px 16px }
.confirm .row { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
.confirm .button { min-block-size: 40px }
@keyframes fade { from { opacity: 0 } }
@container oracle (min-width: 560px) {
  .header, .start, .transcript, .scrim { --_pad: 24px }
  .suggestions { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
  .suggestions li { display: flex }
  .suggestions li + li { border: 0 }
  .suggestions button { inline-size: 100%; margin: 0; padding: 12px 14px; border: 1px solid var(--_line); border-radius: 12px }
  .start > *, .exchange { inline-size: 100%; max-inline-size: 680px; margin-inline: auto }
}
.panel:has(.check, .site) .suggestions li:nth-child(n + 4), .panel:has(.check .compare) .suggestions li + li { display: none }
@container oracle (max-height: 419px) {
  .header { min-block-size: 44px }
  .bare .orb { display: block }
  .welcome { margin-block-end: 12px; padding: 0 }
  .welcome .orb, .suggestions li:nth-child(n + 3) { display: none }
  .welcome h3 { font-size: calc(var(--_size) * 1.4) }
}
`;
