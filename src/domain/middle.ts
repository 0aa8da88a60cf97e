interface Degrees {
  readonly latitude: number
  readonly longitude: number
}

/** The median of latitudes and of longitudes: one point far off does not move it. @param points at least one */
export const middleOf = (points: readonly Degrees[]): Degrees => ({
  latitude: median(points.map(({ latitude }) => latitude)),
  longitude: median(points.map(({ longitude }) => longitude)),
})

/** @param values at least one */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
