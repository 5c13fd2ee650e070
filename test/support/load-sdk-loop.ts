// A process of its own: what most would write first. The vendor's SDK in a plain loop, nothing else.

import { GoogleGenAI } from '@google/genai';

const encoder = new TextEncoder();
const line = (code: string, payload: unknown) =>
  encoder.encode(`data: ${code}:${JSON.stringify(payload)}\n\n`);

const client = new GoogleGenAI({
  apiKey: 'bench',
  apiVersion: 'v1beta',
  httpOptions: { baseUrl: process.env['UPSTREAM'] ?? '' },
});

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { messages } = (await request.json()) as { messages: { content: string }[] };
    const chunks = await client.models.generateContentStream({
      model: 'gemini-2.5-flash',
      contents: messages.map(({ content }) => ({ role: 'user', parts: [{ text: content }] })),
      config: { abortSignal: request.signal, automaticContinuation: false },
    } as Parameters<typeof client.models.generateContentStream>[0]);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for await (const chunk of chunks) {
          if (chunk.text) controller.enqueue(line('0', chunk.text));
        }
        controller.enqueue(line('d', { finishReason: 'stop' }));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  },
});

process.stdout.write(`listens on http://127.0.0.1:${server.port}\n`);
