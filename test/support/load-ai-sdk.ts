// A process of its own: the AI SDK as its documentation shows it.

import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { streamText } from 'ai';

const google = createGoogleGenerativeAI({ apiKey: 'bench', baseURL: `${process.env['UPSTREAM']}/v1beta` });

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { messages } = (await request.json()) as { messages: { role: 'user'; content: string }[] };
    const result = streamText({
      model: google('gemini-2.5-flash'),
      messages,
      maxRetries: 0,
      abortSignal: request.signal,
    });
    return result.toUIMessageStreamResponse();
  },
});

process.stdout.write(`listens on http://127.0.0.1:${server.port}\n`);
