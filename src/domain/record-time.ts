import { clockIsOff } from './clock.ts'

/**
 * When a record was made, where the phone's clock can't be believed (domain.md 5, Clocks). All times are ms on the
 * server's clock.
 */

/** One record of a phone. `claimed`: its own time, with the phone's offset at the sync that brought it. */
export interface Claim {
  readonly seq: number
  readonly claimed: number
}

export interface Bounds {
  /** The run's activation; null: unknown. */
  readonly from: number | null
  /** The receipt. */
  readonly to: number
  /** Records of the same phone and run that are stored and believed. */
  readonly stored: readonly { readonly seq: number; readonly at: number }[]
}

export interface RecordTime {
  readonly at: number
  /** False: the claim can't be right, and `at` is what can be known. */
  readonly believed: boolean
}

/**
 * A claim is believed within activation and receipt, and not before an earlier record of the same phone; of claims that
 * exclude each other as many as possible are believed. Ten minutes either way are no contradiction. In place of another
 * claim counts the time of the phone's record before it, else of the one after it, else the receipt.
 * @param claims of one phone, in one batch
 */
export function recordTimes(claims: readonly Claim[], { from, to, stored }: Bounds): RecordTime[] {
  const isAfter = (a: number, b: number) => a > b && clockIsOff(a - b)
  const latestBefore = (seq: number) => Math.max(...stored.filter((one) => one.seq < seq).map(({ at }) => at))
  const earliestAfter = (seq: number) => Math.min(...stored.filter((one) => one.seq > seq).map(({ at }) => at))
  const possible = claims
    .map((claim, place) => ({ ...claim, place }))
    .filter(
      ({ seq, claimed }) =>
        !isAfter(from ?? Number.NEGATIVE_INFINITY, claimed) &&
        !isAfter(claimed, to) &&
        !isAfter(latestBefore(seq), claimed) &&
        !isAfter(claimed, earliestAfter(seq)),
    )
    .sort((a, b) => a.seq - b.seq || a.place - b.place)
  const believed = longestChain(possible, (a, b) => !isAfter(a.claimed, b.claimed))
  const known = [...stored, ...believed.map(({ seq, claimed }) => ({ seq, at: claimed }))]
  const places = new Set(believed.map(({ place }) => place))
  const inside = (at: number) => Math.min(Math.max(at, from ?? at), to)
  return claims.map(({ seq, claimed }, place) => {
    if (places.has(place)) return { at: claimed, believed: true }
    const before = known.filter((one) => one.seq < seq)
    const after = known.filter((one) => one.seq > seq)
    const at =
      before.length > 0
        ? Math.max(...before.map((one) => one.at))
        : after.length > 0
          ? Math.min(...after.map((one) => one.at))
          : to
    return { at: inside(at), believed: false }
  })
}

/** The longest part of a list of which each item may follow the one before. A batch has at most 200 items. */
function longestChain<Item>(items: readonly Item[], mayFollow: (before: Item, after: Item) => boolean): Item[] {
  const length: number[] = []
  const previous: number[] = []
  for (const [at, item] of items.entries()) {
    let [best, from] = [0, -1]
    for (let earlier = 0; earlier < at; earlier++)
      if (length[earlier]! > best && mayFollow(items[earlier]!, item)) [best, from] = [length[earlier]!, earlier]
    length.push(best + 1)
    previous.push(from)
  }
  const chain: Item[] = []
  for (let at = length.indexOf(Math.max(...length)); at >= 0; at = previous[at]!) chain.unshift(items[at]!)
  return chain
}
