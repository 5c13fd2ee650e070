// The icons, as paths on a 20-unit grid. Each is a name of its own, so that a script holds those it draws.

export const close = 'M5 5l10 10M15 5L5 15';
export const down = 'M5 8l5 5 5-5';
export const clear = 'M4 6h12M8.2 6V4.4h3.6V6M5.6 6l.7 9.6h7.4l.7-9.6M8.6 9v4M11.4 9v4';
export const copy = 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3';
export const check = 'M4.5 10.5l3.6 3.5 7.4-8';
export const external = 'M8 5H5v10h10v-3M11 4.5h4.5V9M15 5l-5.5 5.5';
export const send = 'M10 16V4.5M5 9.2l5-4.9 5 4.9';
export const address = 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM10 10l6-3.5M10 10v7M10 10L4 6.5';
export const warn = 'M10 3.6L17.4 16H2.6zM10 8.4v3.2M10 13.7v.1';
export const stop = 'M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7zM10 6.6v4M10 13.2v.1';
export const offline =
  'M3 3l14 14M5.2 8.4A3.6 3.6 0 0 0 6 15.5h8.2M8 5.3a4.6 4.6 0 0 1 7 3.3 3.4 3.4 0 0 1 1.9 5';
export const clock = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6.4V10l2.4 1.7';
export const shield = 'M10 2.8l6 2.2v4.6c0 3.6-2.4 6.2-6 7.6-3.6-1.4-6-4-6-7.6V5z';
export const key =
  'M12.6 3.6a3.8 3.8 0 1 1-1.5 7.3L9.3 12.7v1.6H7.7v1.5H4v-3.1l4.9-4.9a3.8 3.8 0 0 1 3.7-4.2zM13.3 6.6v.1';
export const retry = 'M15.8 8.2A6.2 6.2 0 1 0 16 11.5M16.2 4.3v4h-4';
export const edit = 'M4 16l.8-3.3L13 4.5a1.7 1.7 0 0 1 2.4 2.4l-8.2 8.2z';
export const latest = 'M10 4.5V16M5 11.3l5 4.8 5-4.8';
export const arrow = 'M6 14L14 6M7.5 6H14v6.5';
export const plug = 'M7.5 3v4M12.5 3v4M5.5 7h9v2.5a4.5 4.5 0 0 1-9 0zM10 14v3';
export const server = 'M4 4.5h12v4.5H4zM4 11h12v4.5H4zM6.7 6.7v.1M6.7 13.2v.1';
export const info = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9.2v4M10 6.7v.1';
export const wait =
  'M6 3.5h8M6 16.5h8M7 3.5c0 3.8 3 4.3 3 6.5s-3 2.7-3 6.5M13 3.5c0 3.8-3 4.3-3 6.5s3 2.7 3 6.5';
export const more = 'M4 6.5h12M4 10h12M4 13.5h6';
