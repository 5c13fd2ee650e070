// Gives unit tests a DOM, and puts back what its registration replaces: the server's tests need the
// runtime's own network, streams and timers.
import { GlobalRegistrator } from '@happy-dom/global-registrator';

const native = {
  fetch,
  Request,
  Response,
  Headers,
  FormData,
  Blob,
  File,
  URL,
  URLSearchParams,
  AbortController,
  AbortSignal,
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoder,
  TextDecoder,
  WebSocket,
  crypto,
  performance,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  queueMicrotask,
};

GlobalRegistrator.register({ url: 'http://localhost/' });

for (const [name, value] of Object.entries(native)) {
  Object.defineProperty(globalThis, name, {
    value,
    configurable: true,
    writable: true,
  });
}
