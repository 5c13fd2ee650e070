// The one sheet every oracle on a page shares.

import { css } from 'lit';
import { base } from './base.ts';
import { composer } from './composer.ts';
import { launcher } from './launcher.ts';
import { panel } from './panel.ts';
import { prose } from './prose.ts';
import { settings } from './settings.ts';
import { tokens } from './tokens.ts';
import { transcript } from './transcript.ts';

export const sheet = css`${tokens}${base}${launcher}${panel}${composer}${transcript}${prose}${settings}`;
