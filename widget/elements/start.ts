// What stands in the panel before the first question: the welcome, or that the panel's script is missing.

import { html, type TemplateResult } from 'lit';
import type { Words } from '../strings.ts';
import * as icons from './icons.ts';
import { IntentEvent } from './intent.ts';
import { headed, icon, orb } from './pieces.ts';

/** `suggestions`: questions with `|` between them; undefined for the language's own. */
export function welcome(words: Words, suggestions: string | undefined, isInert: boolean): TemplateResult {
  const ask = (text: string) => (event: Event) =>
    event.target!.dispatchEvent(new IntentEvent({ name: 'suggestion', text }));
  return html`<div class="start" ?inert=${isInert}>
    <div class="welcome" part="welcome">${orb()}<h3>${words.say('welcome')}</h3><p>${words.say('welcomeText')}</p></div>
    <ul class="suggestions" part="suggestions" aria-label=${words.say('suggestionsLabel')}>
      ${(suggestions ?? words.say('suggestions'))
        .split('|')
        .filter(Boolean)
        .map(
          (text) =>
            html`<li><button part="suggestion" @click=${ask(text)}>${text}${icon(icons.arrow, 's')}</button></li>`,
        )}
    </ul>
  </div>`;
}

export function panelMissing(words: Words, retry: () => void): TemplateResult {
  const [heading, rest] = headed(words.say('failure-service-error'));
  return html`<div class="start"><div class="notice" part="notice" role="status">${icon(icons.server)}
    <h4>${heading}</h4><p>${rest}</p>
    <div class="row"><button class="button" @click=${retry}>${icon(icons.retry, 's')}${words.say('tryAgain')}</button></div>
  </div></div>`;
}
