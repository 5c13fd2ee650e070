// Renders an element anew every second while something in it counts seconds.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export function tickWhile(host: ReactiveControllerHost, isCounting: () => boolean): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const ticker: ReactiveController = {
    hostUpdated() {
      if (isCounting()) timer ??= setInterval(() => host.requestUpdate(), 1000);
      else ticker.hostDisconnected?.();
    },
    hostDisconnected() {
      clearInterval(timer);
      timer = undefined;
    },
  };
  host.addController(ticker);
}
