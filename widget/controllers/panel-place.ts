// Where the panel of a launcher stands: a popup in the top layer, or on a small screen a sheet over the
// whole of it, which holds the page still and fills what an on-screen keyboard leaves.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

const FULL_SCREEN = '(max-width: 479.98px), (max-height: 519.98px)';

/** Both are asked late. */
export interface PanelPlaceOptions {
  dialog(): HTMLDialogElement | null;
  isOpen(): boolean;
}

export class PanelPlace implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: PanelPlaceOptions;
  #fullScreen: MediaQueryList | undefined;
  #standing: 'popup' | 'sheet' | undefined;
  #pageOverflow = '';

  constructor(host: ReactiveControllerHost & HTMLElement, options: PanelPlaceOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The screen has room for nothing beside the panel. */
  get isFullScreen(): boolean {
    return this.#fullScreen?.matches ?? false;
  }

  get isSheet(): boolean {
    return this.#standing === 'sheet';
  }

  hostConnected(): void {
    this.#fullScreen = matchMedia(FULL_SCREEN);
    this.#fullScreen.addEventListener('change', this.#onResize);
    this.hostUpdated();
  }

  hostDisconnected(): void {
    this.#fullScreen?.removeEventListener('change', this.#onResize);
    this.#leave();
  }

  /** Puts the panel into the top layer, or takes it out, as it is open and as the screen has room. */
  hostUpdated(): void {
    const standing = !this.#options.isOpen() ? undefined : this.isFullScreen ? 'sheet' : 'popup';
    if (standing === this.#standing) return;
    const focused = this.#host.shadowRoot?.activeElement;
    this.#leave();
    const dialog = this.#options.dialog();
    if (!dialog || !standing) return;
    this.#standing = standing;
    if (standing === 'sheet') {
      dialog.showModal?.();
      this.#pageOverflow = document.documentElement.style.overflow;
      document.documentElement.style.overflow = 'hidden';
      visualViewport?.addEventListener('resize', this.#fitKeyboard);
      visualViewport?.addEventListener('scroll', this.#fitKeyboard);
      this.#fitKeyboard();
    } else {
      dialog.showPopover?.();
    }
    // Both move the focus by themselves; whether it should move is for the host to say.
    const now = this.#host.shadowRoot?.activeElement;
    if (focused instanceof HTMLElement) focused.focus();
    else if (now instanceof HTMLElement) now.blur();
  }

  readonly #onResize = (): void => {
    this.#host.requestUpdate();
    this.hostUpdated();
  };

  #leave(): void {
    const dialog = this.#options.dialog();
    if (this.#standing === 'sheet') {
      dialog?.close?.();
      document.documentElement.style.overflow = this.#pageOverflow;
      visualViewport?.removeEventListener('resize', this.#fitKeyboard);
      visualViewport?.removeEventListener('scroll', this.#fitKeyboard);
    } else if (this.#standing === 'popup') {
      dialog?.hidePopover?.();
    }
    this.#standing = undefined;
  }

  readonly #fitKeyboard = (): void => {
    const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {};
    const style = this.#options.dialog()?.style;
    style?.setProperty('--_height', `${height}px`);
    style?.setProperty('--_top', `${offsetTop}px`);
  };
}
