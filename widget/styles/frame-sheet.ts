// The sheet that comes with the script: the launcher, and the panel's frame. A visitor's own settings stand
// behind everything, so that they win.

import { css } from 'lit';
import { base } from './base.ts';
import { launcher } from './launcher.ts';
import { panel } from './panel.ts';
import { tokens } from './tokens.ts';

export const frameSheet = css`${tokens}${base}${launcher}${panel}`;
