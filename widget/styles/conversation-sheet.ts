// The sheet that comes with the panel's script: what is asked, and what is answered.

import { css } from 'lit';
import { composer } from './composer.ts';
import { prose } from './prose.ts';
import { transcript } from './transcript.ts';

export const conversationSheet = css`${composer}${transcript}${prose}`;
