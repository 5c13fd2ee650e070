// Whether the device has a network, and for a moment that it has one again.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type Line = 'online' | 'offline' | 'back';

const MOMENT_MILLISECONDS = 2000;

export class Connection implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onChange: (line: 'online' | 'offline') => void;
  #line: Line = 'online';

  constructor(host: ReactiveControllerHost, onChange: (line: 'online' | 'offline') => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  get line(): Line {
    return this.#line;
  }

  hostConnected(): void {
    addEventListener('online', this.#onLine);
    addEventListener('offline', this.#onLine);
    this.#line = navigator.onLine ? 'online' : 'offline';
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#onLine);
    removeEventListener('offline', this.#onLine);
  }

  readonly #onLine = ({ type }: Event): void => {
    const line = type as 'online' | 'offline';
    this.#line = line === 'offline' ? line : 'back';
    this.#onChange(line);
    this.#host.requestUpdate();
    if (line === 'offline') return;
    setTimeout(() => {
      if (this.#line === 'back') this.#line = 'online';
      this.#host.requestUpdate();
    }, MOMENT_MILLISECONDS);
  };
}
