// What the parser tells the writer. Blocks open and close like brackets; inside the innermost block,
// text is written in passes that begin at the last mark, so only what is still open is written again.

export type BlockKind =
  | 'quote'
  | 'list'
  | 'item'
  | 'paragraph'
  | 'heading'
  | 'code'
  | 'rule'
  | 'table'
  | 'row'
  | 'cell';

export type InlineKind = 'em' | 'strong' | 'del' | 'code' | 'link' | 'break' | 'task';

export type Alignment = '' | 'center' | 'num';

/** A place in the open block behind which text may still change. Only its writer looks inside. */
export type Mark = object;

export interface Operations {
  /**
   * Begins a block inside the open one. `detail` is the level of a heading, the first number of an
   * ordered list, the language of code, or 'head' for the first row of a table.
   */
  enter(kind: BlockKind, detail?: string | number): void;
  /** Ends the open block: nothing that follows can change it. */
  leave(): void;
  /** Takes the open block away: it was none. */
  drop(): void;
  /** The open paragraph is a heading. */
  retype(level: number): void;
  /** The open list, or the one around the open item, has blank lines between its parts. */
  loosen(): void;
  /** The columns of the open table. */
  align(columns: readonly Alignment[]): void;

  /** Begins a pass: at a mark, or at the start of the open block. */
  rewind(mark?: Mark): void;
  /** `source` is the offset of the text in the answer. */
  text(value: string, source: number): void;
  /** `detail` is the address of a link, or 'done' for a task. */
  open(kind: InlineKind, detail?: string): void;
  close(): void;
  mark(): Mark;
  /** Ends a pass; elements still open stay so for `append`. */
  end(): void;
  /** Writes plain text behind the last pass. */
  append(value: string, source: number): void;
}
