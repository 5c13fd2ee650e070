// An answer, or the whole conversation, as Markdown with its sources: what is copied and exported.

import type { Answer, Conversation } from './conversation.ts';
import { endOf } from './conversation.ts';
import type { Words } from './strings.ts';

/** The words around the text are the visitor's. */
type ExportWords = Pick<Words, 'say'>;

/**
 * The answer with a numbered link after each statement that rests on a source, and the list of sources:
 * the numbers of the screen, which follow the order of their first use.
 */
export function answerMarkdown(answer: Answer, words: ExportWords): string {
  const { citations = [], sources = [] } = endOf(answer) ?? {};
  const inOrder = citations.toSorted((a, b) => a.end - b.end);
  const order = [...new Set([...inOrder.flatMap((citation) => citation.sources), ...sources.keys()])].filter(
    (index) => sources[index],
  );
  let text = answer.text;
  // From the end, so that the offsets before stay true.
  for (const { end, sources: indices } of inOrder.toReversed()) {
    const marks = indices.flatMap((index) => {
      const source = sources[index];
      return source ? [`[\\[${order.indexOf(index) + 1}\\]](${linkTarget(source.url)})`] : [];
    });
    text = text.slice(0, end) + marks.join('') + text.slice(end);
  }
  if (order.length === 0) return text;
  const list = order.map((index, i) => {
    const { title, domain, url } = sources[index]!;
    return `${i + 1}. [${(title || domain).replace(/[\\[\]]/g, '\\$&')}](${linkTarget(url)})`;
  });
  return `${text.trimEnd()}\n\n**${words.say('sourcesHeading')}**\n\n${list.join('\n')}\n`;
}

export function conversationMarkdown({ exchanges }: Conversation, words: ExportWords): string {
  return exchanges
    .map(({ question, askedAt, answer }) => {
      const quoted = question.text.replace(/^/gm, '> ');
      const subject = question.subject ? `> \`${question.subject.address}\`\n>\n` : '';
      return (
        `## ${words.say('youAsked')} (${new Date(askedAt).toISOString()})\n\n${subject}${quoted}\n\n` +
        `## ${words.say('oracleAnswered')}\n\n${answerMarkdown(answer, words)}\n`
      );
    })
    .join('\n');
}

/** Keeps an address from ending the link early. */
function linkTarget(url: string): string {
  return url
    .replace(/[\s<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}
