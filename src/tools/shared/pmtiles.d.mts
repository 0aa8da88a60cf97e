export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly read: () => Uint8Array | Promise<Uint8Array>
}
export interface TilesMetadata {
  /** West, south, east and north, degrees. */
  readonly bounds: readonly [number, number, number, number]
  readonly [name: string]: unknown
}
export function writePmtiles(file: string, tiles: readonly Tile[], metadata: TilesMetadata): Promise<void>
