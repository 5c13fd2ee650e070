// Bytes of a server-sent event stream → the payload of each event's `data` lines.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

export interface SseDecoder {
  /** The payloads that these bytes complete; they may be cut anywhere. */
  push(bytes: Uint8Array): string[];
  /**
   * The payload that no blank line followed, if any. Lines are only *separated* by blank lines, so a
   * whole last event may stand here, or one that was cut: its JSON tells which.
   */
  end(): string[];
}

export function createSseDecoder(): SseDecoder {
  // Drops one byte order mark at the start, as the format asks.
  const decoder = new TextDecoder();
  let line = '';
  let data: string | undefined;
  let endedInCarriageReturn = false;

  /** Reads a whole line; returns a payload where the line closes an event. */
  const readLine = (whole: string): string[] => {
    const payload = data;
    if (whole === '') {
      data = undefined;
      return payload === undefined ? [] : [payload];
    }
    const value = /^data(?:: ?|$)(.*)/s.exec(whole)?.[1];
    if (value !== undefined) data = payload === undefined ? value : `${payload}\n${value}`;
    return [];
  };

  return {
    push(bytes) {
      let text = decoder.decode(bytes, { stream: true });
      if (text === '') return [];
      if (endedInCarriageReturn && text.startsWith('\n')) text = text.slice(1);
      endedInCarriageReturn = text.endsWith('\r');
      const lines = text.split(/\r\n|\n|\r/);
      lines[0] = line + lines[0];
      line = lines.pop()!;
      return lines.flatMap(readLine);
    },
    end() {
      const lastLine = line + decoder.decode();
      line = '';
      return [...(lastLine && readLine(lastLine)), ...readLine('')];
    },
  };
}
