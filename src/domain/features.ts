/** A package's selling points. The same one twice, ignoring case and spaces, is refused (domain.md 3). */

/** Index (from 0) of the first feature that repeats an earlier one; null: none does. */
export function firstDouble(features: readonly string[]): number | null {
  const seen = new Set<string>()
  for (const [place, feature] of features.entries()) {
    const bare = feature.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
    if (seen.has(bare)) return place
    seen.add(bare)
  }
  return null
}
