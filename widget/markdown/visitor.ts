// What others may do with an answer's blocks while it is written. The parser knows none of them.

export interface SettledContext {
  /**
   * Puts `element` in place of the characters `start` to `end` of a text node, so that citations
   * still find their places behind it.
   */
  replace(text: Text, start: number, end: number, element: Element): void;
}

/**
 * Blocks are `p`, `h3` to `h6`, `li`, `ul`, `ol`, `blockquote`, `hr`, `tr`, `.table` and `.code`.
 * A block's children settle before it; inside a settled block, inline elements and text stay as they are.
 */
export interface SettledVisitor {
  /** Called once when a block begins, still empty: for what must be there from the start. */
  opened?(block: Element): void;
  /** Called once when nothing that follows can change the block. */
  settled?(block: Element, context: SettledContext): void;
}
