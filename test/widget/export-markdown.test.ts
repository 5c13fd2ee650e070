import { describe, expect, test } from 'bun:test';
import type { AnswerEnd } from '../../server/protocol.ts';
import { type Answer, type Conversation, emptyConversation } from '../../widget/conversation.ts';
import { answerMarkdown, conversationMarkdown } from '../../widget/export-markdown.ts';
import { englishWords } from '../../widget/strings.ts';

const answer = (text: string, end: Partial<AnswerEnd> = {}): Answer => ({
  text,
  status: { name: 'finished', end: { finishReason: 'stop', ...end } },
});
const source = (url: string, title = 'A page', domain = 'a.example') => ({ url, title, domain });

describe('an answer as Markdown', () => {
  test('is its own text where it names no source', () => {
    expect(answerMarkdown(answer('**Yes.**\n'), englishWords)).toBe('**Yes.**\n');
  });

  test('marks what rests on a source and lists the sources by number', () => {
    const cited = answer('One. Two 🪙. Three.', {
      sources: [source('https://a.example/'), source('https://b.example/', 'B [page]', 'b.example')],
      citations: [
        { end: 4, sources: [0] },
        { end: 12, sources: [1, 0] },
      ],
    });
    expect(answerMarkdown(cited, englishWords)).toBe(
      'One.[\\[1\\]](https://a.example/) Two 🪙.[\\[2\\]](https://b.example/)[\\[1\\]](https://a.example/) Three.\n\n' +
        '**Sources**\n\n1. [A page](https://a.example/)\n2. [B \\[page\\]](https://b.example/)\n',
    );
  });

  test('numbers the sources as the screen does, in the order of their first use', () => {
    const cited = answer('One. Two.', {
      sources: ['a', 'b', 'c'].map((name) => source(`https://${name}.example/`, name)),
      citations: [
        { end: 9, sources: [0] },
        { end: 4, sources: [2, 0] },
      ],
    });
    expect(answerMarkdown(cited, englishWords)).toBe(
      'One.[\\[1\\]](https://c.example/)[\\[2\\]](https://a.example/) Two.[\\[2\\]](https://a.example/)\n\n' +
        '**Sources**\n\n1. [c](https://c.example/)\n2. [a](https://a.example/)\n3. [b](https://b.example/)\n',
    );
  });

  test('passes over a citation of a source that is not there', () => {
    const cited = answer('One.', {
      sources: [source('https://a.example/')],
      citations: [{ end: 4, sources: [7] }],
    });
    expect(answerMarkdown(cited, englishWords)).toStartWith('One.\n');
  });

  test('lets no address or title end its link early', () => {
    const cited = answer('One.', {
      sources: [source('https://a.example/(x) <y>', '', 'a](https://evil.example')],
    });
    expect(answerMarkdown(cited, englishWords)).toEndWith(
      '1. [a\\](https://evil.example](https://a.example/%28x%29%20%3Cy%3E)\n',
    );
  });
});

describe('a conversation as Markdown', () => {
  test('names who said what and when, and what it was about', () => {
    const conversation: Conversation = {
      exchanges: [
        {
          id: '1',
          question: { text: 'Is it safe?\nReally?', subject: { address: '0xA0b8' } },
          askedAt: 0,
          answer: answer('No.'),
        },
      ],
    };
    expect(conversationMarkdown(conversation, englishWords)).toBe(
      '## You asked (1970-01-01T00:00:00.000Z)\n\n> `0xA0b8`\n>\n> Is it safe?\n> Really?\n\n## The oracle answered\n\nNo.\n',
    );
  });

  test('of nothing is nothing', () => {
    expect(conversationMarkdown(emptyConversation, englishWords)).toBe('');
  });
});
