import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { checkFields } from '#client/api/form-rules.ts'

/** A list's state, kept in the address so that links can be shared and Back works. */
export interface ListAddress {
  readonly page: number
  readonly keyword: string
  readonly sort: string | undefined
  /** Filters by their names on the wire. */
  readonly filters: Readonly<Record<string, string>>
  /** The query sent to the server: only what the endpoint accepts. */
  readonly query: Readonly<Record<string, string | number>>
  /** Whether any filter or search is set. */
  readonly narrowed: boolean
  /** Sets parameters; `undefined` removes one. A changed filter returns to the first page. */
  change(to: Readonly<Record<string, string | undefined>>): void
  clear(): void
}

/** @param names of the filters, comma-separated: equal text means the same list */
export function useListAddress(endpoint: Endpoint, names: string, defaultSort?: string): ListAddress {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const filterNames = names === '' ? [] : names.split(',')
    const filters = Object.fromEntries(
      filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
    )
    const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
    const perPage = params.get('perPage')
    const keyword = params.get('keyword') ?? ''
    const sort = params.get('sort') ?? defaultSort
    return {
      page,
      keyword,
      sort,
      filters,
      query: understood(endpoint, {
        ...filters,
        ...(page > 1 && { page }),
        ...(perPage !== null && { perPage: Number(perPage) }),
        ...(keyword.length >= KEYWORD_MIN && { keyword }),
        ...(sort !== undefined && { sort }),
      }),
      narrowed: keyword !== '' || Object.keys(filters).length > 0,
      change: (to) => setParams((before) => changed(before, to)),
      clear: () =>
        setParams((before) =>
          changed(before, Object.fromEntries(['keyword', ...filterNames].map((name) => [name, undefined]))),
        ),
    }
  }, [params, setParams, endpoint, names, defaultSort])
}

function changed(before: URLSearchParams, to: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(before)
  next.delete('page')
  for (const [name, value] of Object.entries(to)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Drops invalid parameters of a mistyped address, so that the list is shown instead of an error. */
function understood(endpoint: Endpoint, query: Record<string, string | number>): Record<string, string | number> {
  const wrong = Object.keys(checkFields(endpoint.input, query)).map((path) => path.split('.')[0])
  return Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.includes(name)))
}
