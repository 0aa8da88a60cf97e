import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { previewMoveWeek } from '#contract/v1/calendar-move.ts'
import { ask } from '#client/api/query-client.ts'

const ASK_AFTER_MS = 300
const NONE = { calendarSettingID: '', from: '', to: '' }

export interface MovePreviewed {
  /** The previous preview stays until the next one is loaded. */
  shown: OutputOf<typeof previewMoveWeek> | undefined
  isAsking: boolean
  error: Error | null
  askAgain: () => void
}

/** The preview of a move, shortly after the last change. @param wish null while there is nothing to request */
export function useMovePreview(wish: CallOf<typeof previewMoveWeek> | null): MovePreviewed {
  const [settled] = useDebouncedValue(JSON.stringify(wish), ASK_AFTER_MS)
  const asked = JSON.parse(settled) as typeof wish
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(previewMoveWeek, asked ?? NONE),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    throwOnError: false,
    staleTime: 0,
  })
  return {
    shown: asked === null ? undefined : data,
    isAsking: isFetching || settled !== JSON.stringify(wish),
    error,
    askAgain: () => void refetch(),
  }
}
