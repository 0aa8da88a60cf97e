import type { OutputOf } from '#contract/endpoint.ts'
import { SEARCH_KINDS, type searchEverywhere } from '#contract/v1/search.ts'
import { officePaths } from '#client/shells/office-paths.ts'

export type Hit = OutputOf<typeof searchEverywhere>['items'][number]
type Kind = Hit['kind']

const PATHS: Readonly<Record<Kind, (id: string) => string>> = {
  customer: (id) => officePaths.customer(id),
  request: (id) => officePaths.request(id),
  driver: (id) => officePaths.driver(id),
  suburb: (id) => officePaths.suburb(id),
  run: (id) => officePaths.run(id),
}

/** The address of a result. */
const pathOf = ({ kind, id }: Hit): string => PATHS[kind](id)

/** Groups by kind, the kind of the best result first. */
export function grouped(hits: readonly Hit[]): readonly { kind: Kind; hits: readonly Hit[] }[] {
  const kinds = [...new Set([...hits.map(({ kind }) => kind), ...SEARCH_KINDS])]
  return kinds
    .map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }))
    .filter((group) => group.hits.length > 0)
}

const LISTS: Readonly<Record<Kind, () => string>> = {
  customer: officePaths.customers,
  request: officePaths.requests,
  driver: officePaths.drivers,
  suburb: officePaths.suburbs,
  run: officePaths.runs,
}

/** The list of a kind, filtered by the typed words. */
export const listPathOf = (kind: Kind, keyword: string): string =>
  `${LISTS[kind]()}?${new URLSearchParams({ keyword }).toString()}`

/** One choice: a result, or after the last of a kind the link to its whole list. */
export interface Choice {
  readonly kind: Kind
  readonly hit: Hit | null
  readonly to: string
}

export const choicesOf = (groups: ReturnType<typeof grouped>, keyword: string): readonly Choice[] =>
  groups.flatMap(({ kind, hits }) => [
    ...hits.map((hit) => ({ kind, hit, to: pathOf(hit) })),
    { kind, hit: null, to: listPathOf(kind, keyword) },
  ])
