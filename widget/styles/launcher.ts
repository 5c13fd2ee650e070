// The launcher in the page's corner, its badge and its teaser.

import { css } from 'lit';

export const launcher = css`
.corner { position: fixed; inset-block-end: calc(var(--_y) + env(safe-area-inset-bottom, 0px)); inset-inline-end: var(--_x); z-index: var(--_z); display: flex; flex-direction: column; align-items: flex-end; gap: 12px }
:host([placement=start]) .corner { inset-inline: var(--_x) auto; align-items: flex-start }
.launcher { position: relative; display: inline-flex; align-items: center; justify-content: center; gap: 10px; inline-size: 56px; block-size: 56px; border-radius: 28px; color: var(--_launcher-ink); background: var(--_launcher); box-shadow: 0 0 0 1px rgb(255 255 255 / .16), var(--_shadow-2); transition: transform .12s var(--_out) }
.launcher:active { transform: scale(.96) }
.glyph { width: 30px; height: 30px; overflow: visible }
.glyph .ring { stroke-width: 1.75; stroke-linejoin: round }
.glyph .disc { fill: var(--_launcher-disc); transform-origin: 12px 11.5px }
.launcher.wide { inline-size: auto; padding-inline: 18px 22px; font-weight: 600 }
.count { position: absolute; inset-block-start: -3px; inset-inline-end: -3px; min-inline-size: 20px; padding: 0 5px; border-radius: 10px; background: var(--_accent-fill); color: var(--_on-accent); font-size: var(--_caption); line-height: 20px; font-weight: 600; text-align: center; box-shadow: 0 0 0 2px var(--_surface); font-variant-numeric: tabular-nums }
.teaser { position: relative; inline-size: 272px; background: var(--_raised); border: 1px solid var(--_line); border-radius: 14px; border-end-end-radius: 6px; box-shadow: var(--_shadow-2); padding: 14px; padding-inline: 16px 44px; font-size: var(--_note); line-height: 1.45; animation: rise .2s var(--_out) }
:host([placement=start]) .teaser { border-end-end-radius: 14px; border-end-start-radius: 6px }
.teaser .icon-button { position: absolute; inset-block-start: 6px; inset-inline-end: 6px }
.tease { text-align: start; color: var(--_muted) }
.teaser b { display: block; font-weight: 600; color: var(--_ink) }
@keyframes rise { from { opacity: 0; translate: 0 8px } }
`;
