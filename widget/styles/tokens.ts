// The colours, type and motion of design tokens. Public tokens are read here and never declared, so a
// page may set them on :root, on a wrapper or on the tag; everything else reads the private names.

import { css } from 'lit';

export const tokens = css`
/* --_l and --_d switch: the one that is "initial" lets its fallback through, the empty one is silent. */
:host {
  all: initial;
  display: block;
  color-scheme: light;
  --_l: initial;
  --_d: ;
  --_surface: var(--crypto-oracle-surface, var(--_l, #fff) var(--_d, #15171a));
  --_sunken: var(--crypto-oracle-surface-sunken, var(--_l, #f4f4f1) var(--_d, #1e2125));
  --_raised: var(--crypto-oracle-surface-raised, var(--_l, #fff) var(--_d, #1b1e22));
  --_ink: var(--crypto-oracle-ink, var(--_l, #16181b) var(--_d, #ecebe7));
  --_muted: var(--crypto-oracle-ink-muted, var(--_l, #53585e) var(--_d, #b3b6ba));
  --_faint: var(--crypto-oracle-ink-faint, var(--_l, #686d73) var(--_d, #959a9f));
  --_line: var(--crypto-oracle-line, var(--_l, #e3e3de) var(--_d, #2b2e33));
  --_edge: var(--crypto-oracle-line-strong, var(--_l, #878b90) var(--_d, #6d7278));
  --_positive: var(--crypto-oracle-positive, var(--_l, #1b6b41) var(--_d, #86cfa2));
  --_positive-soft: var(--crypto-oracle-positive-soft, var(--_l, #e6f2ea) var(--_d, #16291e));
  --_caution: var(--crypto-oracle-caution, var(--_l, #7d5200) var(--_d, #e3bb66));
  --_caution-soft: var(--crypto-oracle-caution-soft, var(--_l, #faf0da) var(--_d, #2d2413));
  --_danger: var(--crypto-oracle-danger, var(--_l, #a8241b) var(--_d, #ff9c91));
  --_danger-soft: var(--crypto-oracle-danger-soft, var(--_l, #fbebe9) var(--_d, #371b19));
  --_unknown-soft: var(--crypto-oracle-unknown-soft, var(--_l, #ecece8) var(--_d, #282b30));
  --_on-danger: var(--_l, #fff) var(--_d, #2a0b08);
  --_scrim: var(--_l, rgb(22 24 27 / .42)) var(--_d, rgb(6 7 8 / .62));
  --_launcher: var(--crypto-oracle-launcher, var(--_l, #16181b) var(--_d, #ecebe7));
  --_launcher-ink: var(--crypto-oracle-launcher-ink, var(--_l, #fff) var(--_d, #16181b));
  --_accent: var(--crypto-oracle-accent, var(--_l, #0b6478) var(--_d, #7ccbdd));
  --_accent-on-light: oklch(from var(--_accent) min(l, .48) c h);
  --_accent-on-dark: oklch(from var(--_accent) max(l, .78) min(c, .13) h);
  --_accent-text: var(--_l, var(--_accent-on-light)) var(--_d, var(--_accent-on-dark));
  --_accent-fill: var(--_l, var(--_accent)) var(--_d, oklch(from var(--_accent) max(l, .62) min(c, .2) h));
  --_accent-soft: color-mix(in oklab, var(--_accent-text) var(--_l, 9%) var(--_d, 13%), var(--_surface));
  --_on-accent: color(from var(--_accent-fill) xyz-d65 clamp(0, (.179 - y) * 10000, .9505) clamp(0, (.179 - y) * 10000, 1) clamp(0, (.179 - y) * 10000, 1.089));
  --_launcher-disc: var(--crypto-oracle-launcher-disc, var(--_l, var(--_accent-on-dark)) var(--_d, var(--_accent-on-light)));
  --_shade: var(--_l, 22 24 27) var(--_d, 0 0 0);
  --_shadow-1: 0 1px 2px rgb(var(--_shade) / var(--_l, .08) var(--_d, .5)), 0 4px 12px -2px rgb(var(--_shade) / var(--_l, .1) var(--_d, .5));
  --_shadow-2: 0 2px 6px rgb(var(--_shade) / var(--_l, .1) var(--_d, .5)), 0 10px 28px -6px rgb(var(--_shade) / var(--_l, .28) var(--_d, .7));
  --_shadow-3: 0 2px 6px rgb(var(--_shade) / var(--_l, .05) var(--_d, .4)), 0 28px 64px -16px rgb(var(--_shade) / var(--_l, .3) var(--_d, .8));
  --_font: var(--crypto-oracle-font, system-ui, -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans Arabic", sans-serif);
  --_mono: var(--crypto-oracle-font-mono, ui-monospace, SFMono-Regular, "SF Mono", Menlo, "Cascadia Mono", Consolas, "Roboto Mono", monospace);
  --_display: var(--crypto-oracle-font-display, ui-serif, "New York", "Iowan Old Style", Charter, Georgia, "Noto Serif", serif);
  --_size: var(--crypto-oracle-font-size, 15px);
  --_caption: calc(var(--_size) * .8);
  --_meta: calc(var(--_size) * .8667);
  --_table: calc(var(--_size) * .9);
  --_note: calc(var(--_size) * .9333);
  --_radius: var(--crypto-oracle-radius, 16px);
  --_x: var(--crypto-oracle-inset-inline, 20px);
  --_y: var(--crypto-oracle-inset-block, 20px);
  --_z: var(--crypto-oracle-z-index, 2147483000);
  --_out: cubic-bezier(.2, .7, .2, 1);
  --_target: 36px;
  --_small: 28px;
  --_pad: 16px;
}
:host([hidden]) { display: none }
:host([theme=dark]) { color-scheme: dark; --_l: ; --_d: initial }
@media (prefers-color-scheme: dark) {
  :host(:not([theme=light])) { color-scheme: dark; --_l: ; --_d: initial }
}
@supports not (color: oklch(from red l c h)) {
  :host {
    --_accent: var(--_l, #0b6478) var(--_d, #7ccbdd);
    --_accent-on-light: #0b6478;
    --_accent-on-dark: #7ccbdd;
    --_accent-fill: var(--_accent);
    --_accent-soft: var(--_sunken);
    --_on-accent: var(--_surface);
  }
}
@media (pointer: coarse) {
  :host { --_size: var(--crypto-oracle-font-size, 16px); --_target: 44px; --_small: 36px }
}
@media (prefers-contrast: more) {
  :host { --_muted: var(--_ink); --_faint: var(--_ink); --_line: var(--_edge) }
}
`;
