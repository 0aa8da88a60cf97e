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

/** Where a hit leads to. */
export const pathOf = ({ kind, id }: Hit): string => PATHS[kind](id)

/** By kind, the kind of the best hit first. */
export function grouped(hits: readonly Hit[]): readonly { kind: Kind; hits: readonly Hit[] }[] {
  const kinds = [...new Set([...hits.map(({ kind }) => kind), ...SEARCH_KINDS])]
  return kinds.map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) })).filter((group) => group.hits.length > 0)
}
