import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { previewStopChange, type StopChange } from '#contract/v1/stop-change.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { payWords } from '#client/shells/pay-words.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { RunStop } from './run-types.ts'

const EFFECT_WORDS = sentences({
  bills: 'Completing the run bills {{after}} for this stop.',
  billsInstead: 'Completing the run bills {{after}} for this stop instead of {{before}}.',
  billsNoMore: 'Completing the run no longer bills {{before}} for this stop.',
  billsSame: 'Completing the run bills {{after}} for this stop, as before.',
  pays: '{{driver}} is paid {{after}}.',
  paysInstead: '{{driver}} is paid {{after}} instead of {{before}}.',
  paysNoMore: '{{driver}} is no longer paid {{before}}.',
  paysSame: '{{driver}} is paid {{after}}, as before.',
})

const ASK_AFTER_MS = 250

/**
 * What a change at one stop would do to bill and pay, asked of the server, which tries it out. Null: no change yet.
 * `isAsking`: what is shown may be of an earlier change.
 */
export function useStopEffect({ runOrderID, assignmentID }: RunStop, change: StopChange | null) {
  const wanted = change === null ? null : JSON.stringify(change)
  const [settled] = useDebouncedValue(wanted, ASK_AFTER_MS)
  const shown = settled ?? wanted
  const preview = useQuery({
    ...ask(
      previewStopChange,
      { runOrderID, assignmentID, change: JSON.parse(shown ?? '{}') as StopChange },
      { inPlace: true },
    ),
    enabled: wanted !== null,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  return { ...preview, isAsking: wanted !== null && (preview.isFetching || shown !== wanted) }
}

type Effect = OutputOf<typeof previewStopChange>

/** Says in sentences what completing the run bills for the stop, and what its driver is paid if the server says so. */
export function StopEffect({
  effect: { data, error, refetch },
  paysOnly = false,
}: {
  effect: ReturnType<typeof useStopEffect>
  paysOnly?: boolean
}) {
  if (data === undefined && error === null) return <Skeleton height={44} radius="md" aria-label={t('Loading')} />
  const said = data === undefined ? [] : [...(paysOnly ? [] : [billed(data)]), ...paid(data)]
  return (
    <>
      {data === undefined || said.length === 0 ? null : (
        <Note tone={takesNothing(data) ? 'good' : 'warn'}>{said.join(' ')}</Note>
      )}
      <StaleNotice inline error={error} onRetry={refetch} />
    </>
  )
}

const billed = ({ bills }: Effect) => t(EFFECT_WORDS[wordOf('bills', bills)], amounts(bills))

/** Nothing is said of pay to a user who may not see it. */
function paid({ pays }: Effect): string[] {
  if (pays?.length === 0) return [t('No driver is paid for it.')]
  return (pays ?? []).map((pay) => t(EFFECT_WORDS[wordOf('pays', pay)], { driver: pay.driver, ...payAmounts(pay) }))
}

interface Change {
  readonly before: number | null
  readonly after: number | null
}

/** AUD that is nothing yet reads as a first amount, and an amount that goes is named. */
function wordOf<Name extends 'bills' | 'pays'>(name: Name, { before, after }: Change) {
  if (before === after) return `${name}Same` as const
  if (!after && before) return `${name}NoMore` as const
  return before ? (`${name}Instead` as const) : name
}

const amounts = ({ before, after }: Change) => ({ before: inMoney(before), after: inMoney(after) })
const payAmounts = ({ before, after, gst }: NonNullable<Effect['pays']>[number]) => ({
  before: payWords(before, gst?.before),
  after: payWords(after, gst?.after),
})
const inMoney = (dollars: number | null) => showDollars(dollars ?? 0)

/** Whether it leaves standing what is billed and paid already. */
const takesNothing = ({ bills, pays }: Effect) =>
  [bills, ...(pays ?? [])].every(({ before, after }) => !before || before === after)
