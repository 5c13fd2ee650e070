// What a controller sees of its element.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class FakeHost implements ReactiveControllerHost {
  readonly updateComplete = Promise.resolve(true);
  /** How often an update was asked for. */
  updates = 0;
  readonly #controllers = new Set<ReactiveController>();

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  requestUpdate(): void {
    this.updates++;
  }

  connect(): void {
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  update(): void {
    for (const controller of this.#controllers) controller.hostUpdated?.();
  }

  disconnect(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }
}
