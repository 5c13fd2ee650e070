// Fetches the second script, once for all widgets of a page, when a visitor turns to one of them.

export type Panel = typeof import('./panel.ts');

/** What the panel's script takes from the first, under one name: both draw with one Lit. */
export const SHARED = Symbol.for('crypto-oracle-chat');

export interface PanelLoader {
  /** Present once it has been loaded. */
  readonly panel: Panel | undefined;
  /** Resolves when it is there; a load that failed is tried anew by the next call. */
  load(): Promise<Panel>;
}

/** `fetchPanel` brings the script; `onLoaded` runs once, before anybody hears of it. */
export function createPanelLoader(
  fetchPanel: () => Promise<Panel>,
  onLoaded: (panel: Panel) => void,
): PanelLoader {
  let panel: Panel | undefined;
  let loading: Promise<Panel> | undefined;
  return {
    get panel() {
      return panel;
    },
    load() {
      loading ??= fetchPanel().then(
        (loaded) => {
          onLoaded(loaded);
          panel = loaded;
          return loaded;
        },
        (error) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}
