import type { Point } from '#domain/place.ts'

/** What the office's map shows over its ground, and what it tells of the user's acts. No library, so that screens may load it. */

/** Px from the map's upper left corner. */
export interface XY {
  readonly x: number
  readonly y: number
}

/** One place with all that stands there. */
export interface MapDot extends Point {
  readonly key: string
  readonly fill: string
  /** The colour of the words on the dot. */
  readonly ink: string
  /** A dot with a hole, which tells it from one of the same fill. */
  readonly hollow: boolean
  readonly pale: boolean
  readonly chosen: boolean
  /** How many stand at this place, if more than one, or a mark; shown at every zoom. */
  readonly mark: string
  /** Shown when there is room; empty: none. */
  readonly number: string
}

/** A name on a ground that has none of its own. */
export interface MapName extends Point {
  readonly name: string
}

export interface MapContent {
  readonly dots: readonly MapDot[]
  readonly names: readonly MapName[]
}

/** The colours of the theme in use, as CSS writes them. */
export interface MapColours {
  readonly isDark: boolean
  readonly ground: string
  readonly card: string
  readonly ink: string
  readonly soft: string
}

export interface MapClick {
  readonly at: XY
  readonly point: Point
  /** The dot that was hit; null: none. */
  readonly key: string | null
}

export interface ReadBytes {
  (part: { from: number; to: number }, signal?: AbortSignal): Promise<{ data: ArrayBuffer; etag: string | null }>
}

export interface Pin {
  moveTo(point: Point): void
  remove(): void
}

/** The drawn map. Its methods may be called until `remove`. */
export interface GroundMap {
  draw(content: MapContent): void
  paint(colours: MapColours): void
  /** Shows all points. */
  fit(points: readonly Point[]): void
  /** Moves a point that is out of sight into the middle. */
  show(point: Point): void
  pixelOf(point: Point): XY
  pointAt(at: XY): Point
  /** A pin that is dragged; `onMoved` is told its place when it is released. */
  pin(element: HTMLElement, point: Point, onMoved: (point: Point) => void): Pin
  /** Called whenever the view changes. @returns ends it */
  onMove(call: () => void): () => void
  onClick(call: (click: MapClick) => void): () => void
  remove(): void
}
