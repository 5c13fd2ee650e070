// The sheets every oracle on a page shares: the frame comes with the script, the conversation with the
// panel, and a visitor's own settings stand behind both, so that they win.

import { css } from 'lit';
import { base } from './base.ts';
import { composer } from './composer.ts';
import { launcher } from './launcher.ts';
import { panel } from './panel.ts';
import { prose } from './prose.ts';
import { settings } from './settings.ts';
import { tokens } from './tokens.ts';
import { transcript } from './transcript.ts';

export const frameSheet = css`${tokens}${base}${launcher}${panel}`;
export const conversationSheet = css`${composer}${transcript}${prose}`;
export const settingsSheet = settings;
