// What demo/manifest.ts calls of @custom-elements-manifest/analyzer; its own declarations leave it out.

declare module '@custom-elements-manifest/analyzer/index.js' {
  import type { AnalyzePhaseParams, Plugin } from '@custom-elements-manifest/analyzer';

  export const ts: AnalyzePhaseParams['ts'];
  export function create(options: {
    modules: ReturnType<typeof ts.createSourceFile>[];
    plugins: Plugin[];
  }): unknown;
}

declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  import type { Plugin } from '@custom-elements-manifest/analyzer';

  export function litPlugin(): Plugin[];
}
