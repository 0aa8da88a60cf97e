import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchEverywhere } from '#contract/v1/search.ts'
import { keyword as keywordShape } from '#contract/shapes.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { ask, whyStale } from '#client/api/query-client.ts'
import { grouped } from './search-choices.ts'

const SEARCH_AFTER_MS = 200

/** The results for the typed text, shortly after the last letter. */
export function useSearch(typed: string) {
  const wanted = typed.trim()
  const [keyword] = useDebouncedValue(wanted, SEARCH_AFTER_MS)
  const tooLong = checkValue(keywordShape, wanted)
  const isLong = tooLong === null && wanted.length >= KEYWORD_MIN && keyword.length >= KEYWORD_MIN
  // The panel shows errors itself: a failed search must not replace the page by the error screen.
  const { data, error, isFetching } = useQuery({
    ...ask(searchEverywhere, { keyword }),
    enabled: isLong,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  return {
    groups: isLong && data !== undefined ? grouped(data.items) : [],
    hasMore: data?.more ?? false,
    tooLong,
    isTooShort: wanted !== '' && wanted.length < KEYWORD_MIN,
    isSearching: wanted.length >= KEYWORD_MIN && (isFetching || keyword !== wanted),
    isNothing: isLong && keyword === wanted && !isFetching && data?.items.length === 0,
    stale: isLong ? whyStale(error) : null,
  }
}
