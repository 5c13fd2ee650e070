// Where the reader is in the transcript, and that nothing moves what is being read: a sent question stands
// at the top with room below it held open, and what changes its height above the view is made up for.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Pixels, measured from the top of what is scrolled. */
export interface Geometry {
  readonly scrollTop: number;
  /** The height of the box that scrolls. */
  readonly boxHeight: number;
  /** Where the conversation ends, padding included; the room held open below it does not count. */
  readonly contentEnd: number;
}

/** Between the header and a question that was just sent. */
const QUESTION_GAP = 12;
/** A reader this close to the end wants to follow. */
const FOLLOW_WITHIN = 48;
/** An end further away than this deserves a way to it. */
const JUMP_BEYOND = 120;

/** How far the end of the conversation is below the view; negative where it is in view. */
export function distanceToEnd({ scrollTop, boxHeight, contentEnd }: Geometry): number {
  return contentEnd - boxHeight - scrollTop;
}

/** The room to hold open so that the last question can stand at the top; `questionTop` as in `Geometry`. */
export function heldOpen(questionTop: number, { boxHeight, contentEnd }: Geometry): number {
  return Math.max(0, questionTop - QUESTION_GAP + boxHeight - contentEnd);
}

/** Whether the view follows the end, after the reader scrolled from `from` to where the geometry says. */
export function followsAfterScroll(isFollowing: boolean, from: number, geometry: Geometry): boolean {
  if (geometry.scrollTop < from) return false;
  return isFollowing || (geometry.scrollTop > from && distanceToEnd(geometry) <= FOLLOW_WITHIN);
}

/** All functions are asked late, and may know nothing yet. */
export interface ReadingPlaces {
  /** What scrolls; its style needs `overflow-anchor: none`. */
  scroller(): HTMLElement | null | undefined;
  /** What holds the conversation, inside the scroller. */
  content(): HTMLElement | null | undefined;
  /** An empty element after the content; its height is set here. */
  space(): HTMLElement | null | undefined;
  /** The last question. */
  question(): Element | null | undefined;
  /** The blocks that are read, in document order; what the view holds on to. */
  blocks(): Iterable<Element>;
}

/** The block at the top of the view, and its distance from there. */
interface Anchor {
  readonly block: Element;
  readonly offset: number;
}

export class ReadingPosition implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #places: ReadingPlaces;
  #observer: ResizeObserver | undefined;
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #isFollowing = false;
  /** A question waits to be brought to the top, once it is on the page. */
  #pins = false;
  #isAwayFromEnd = false;
  #isScrolled = false;
  /** Where this code or the reader scrolled to last. */
  #scrollTop = 0;
  #anchor: Anchor | undefined;

  constructor(host: ReactiveControllerHost, places: ReadingPlaces) {
    this.#host = host;
    this.#places = places;
    host.addController(this);
  }

  /** Whether the end is so far below that a way to it should be offered. */
  get isAwayFromEnd(): boolean {
    return this.#isAwayFromEnd;
  }

  /** Whether something is hidden under the header. */
  get isScrolled(): boolean {
    return this.#isScrolled;
  }

  /** Brings the last question to the top after the next update. */
  pin(): void {
    this.#isFollowing = false;
    this.#pins = true;
    this.#host.requestUpdate();
  }

  /** Goes to the end and stays there while it grows. */
  jump(): void {
    this.#isFollowing = true;
    this.#settle();
  }

  hostConnected(): void {
    this.#observer = new ResizeObserver(() => this.#settle());
  }

  hostUpdated(): void {
    const scroller = this.#places.scroller() ?? undefined;
    const content = this.#places.content() ?? undefined;
    if (scroller !== this.#scroller || content !== this.#content) {
      this.#forget();
      this.#scroller = scroller;
      this.#content = content;
      scroller?.addEventListener('scroll', this.#onScroll, { passive: true });
      if (scroller) this.#observer?.observe(scroller);
      if (content) this.#observer?.observe(content);
    }
    if (this.#pins) this.#settle();
  }

  hostDisconnected(): void {
    this.#forget();
    this.#observer?.disconnect();
  }

  #forget(): void {
    this.#scroller?.removeEventListener('scroll', this.#onScroll);
    if (this.#scroller) this.#observer?.unobserve(this.#scroller);
    if (this.#content) this.#observer?.unobserve(this.#content);
    this.#scroller = this.#content = undefined;
  }

  readonly #onScroll = (): void => {
    const geometry = this.#measure();
    // A hidden box has no place; the one it had is kept.
    if (!geometry?.boxHeight) return;
    if (Math.abs(geometry.scrollTop - this.#scrollTop) >= 1) {
      this.#isFollowing = followsAfterScroll(this.#isFollowing, this.#scrollTop, geometry);
    }
    this.#scrollTop = geometry.scrollTop;
    this.#anchor = this.#findAnchor();
    this.#tell(geometry);
  };

  /** Puts everything in its place after something changed its size. */
  #settle(): void {
    const geometry = this.#measure();
    const scroller = this.#scroller;
    if (!scroller || !geometry?.boxHeight) return;

    const question = this.#places.question();
    const questionTop = question ? geometry.scrollTop + this.#offset(question) : undefined;
    const space = this.#places.space();
    if (space) space.style.height = `${questionTop === undefined ? 0 : heldOpen(questionTop, geometry)}px`;

    if (this.#pins && questionTop !== undefined) {
      this.#pins = false;
      scroller.scrollTop = questionTop - QUESTION_GAP;
    } else if (this.#isFollowing) {
      scroller.scrollTop += Math.max(0, distanceToEnd(geometry));
    } else if (this.#anchor?.block.isConnected) {
      scroller.scrollTop += this.#offset(this.#anchor.block) - this.#anchor.offset;
    }
    this.#scrollTop = scroller.scrollTop;
    this.#anchor = this.#findAnchor();
    this.#tell({ ...geometry, scrollTop: scroller.scrollTop });
  }

  #tell(geometry: Geometry): void {
    const isAwayFromEnd = distanceToEnd(geometry) > JUMP_BEYOND;
    const isScrolled = geometry.scrollTop > 0;
    if (isAwayFromEnd === this.#isAwayFromEnd && isScrolled === this.#isScrolled) return;
    this.#isAwayFromEnd = isAwayFromEnd;
    this.#isScrolled = isScrolled;
    this.#host.requestUpdate();
  }

  #measure(): Geometry | undefined {
    const scroller = this.#scroller;
    const content = this.#content;
    if (!scroller || !content) return undefined;
    const { scrollTop, clientHeight } = scroller;
    const padding = Number.parseFloat(getComputedStyle(scroller).paddingBottom) || 0;
    return {
      scrollTop,
      boxHeight: clientHeight,
      contentEnd: scrollTop + this.#offset(content) + content.offsetHeight + padding,
    };
  }

  #findAnchor(): Anchor | undefined {
    for (const block of this.#places.blocks()) {
      const offset = this.#offset(block);
      if (offset + block.getBoundingClientRect().height > 0) return { block, offset };
    }
    return undefined;
  }

  /** Pixels from the top of the view to the top of the element. */
  #offset(element: Element): number {
    return element.getBoundingClientRect().top - this.#scroller!.getBoundingClientRect().top;
  }
}
