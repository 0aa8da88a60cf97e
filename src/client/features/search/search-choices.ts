import { SEARCH_KINDS, type SearchHit as Hit } from '#contract/v1/search.ts'
import type { SearchPlaces } from '#client/shells/office-feature.ts'

type Kind = Hit['kind']

/** Groups by kind, the kind of the best result first. */
export function grouped(hits: readonly Hit[]): readonly { kind: Kind; hits: readonly Hit[] }[] {
  const kinds = [...new Set([...hits.map(({ kind }) => kind), ...SEARCH_KINDS])]
  return kinds
    .map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }))
    .filter((group) => group.hits.length > 0)
}

const listPathOf = (places: SearchPlaces, kind: Kind, keyword: string): string =>
  `${places[kind].list()}?${new URLSearchParams({ keyword }).toString()}`

/** One choice: a result, or after the last of a kind the link to its whole list. */
export interface Choice {
  readonly kind: Kind
  readonly hit: Hit | null
  readonly to: string
}

export const choicesOf = (
  groups: ReturnType<typeof grouped>,
  places: SearchPlaces,
  keyword: string,
): readonly Choice[] =>
  groups.flatMap(({ kind, hits }) => [
    ...hits.map((hit) => ({ kind, hit, to: places[kind].one(hit.id) })),
    { kind, hit: null, to: listPathOf(places, kind, keyword) },
  ])
