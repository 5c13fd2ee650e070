// A visitor's own settings: less motion, forced colours. They come last, so that they win.

import { css } from 'lit';

export const settings = css`
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important }
}
@media (forced-colors: active) {
  .disc, .badge rect { fill: CanvasText }
  .ring, .path { stroke: CanvasText }
  .prose [data-pen]::after, .jump i, .stop i { forced-color-adjust: none; background: ButtonText }
  .dial circle { stroke: GrayText }
  .dial circle + circle { stroke: Highlight }
  .badge, .cite, .text, .n, .launcher, .send, .button, .banner, .popup { border: 1px solid }
  .danger, .composer.bad, .check.bad, .address.is-danger { border: 3px solid }
  .x, mark { background: Mark; color: MarkText; forced-color-adjust: none }
  .composer:has(:focus) { outline: 2px solid Highlight; outline-offset: 1px }
  [aria-disabled=true] { color: GrayText }
}
`;
