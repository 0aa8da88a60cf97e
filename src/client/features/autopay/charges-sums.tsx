import { Group } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { listCharges } from '#contract/v1/autopay.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'
import { Pill } from '#client/ui/office/pill.tsx'
import { CHARGE_STATES, CHARGE_WORDS } from './charge-states.ts'

/**
 * How much is in each state. Pressing a figure filters the list by its state, and again removes the filter. The list
 * sends the same query, so there is one request.
 */
export function ChargesSums({ query }: { query: Readonly<Record<string, unknown>> }) {
  const [params, setParams] = useSearchParams()
  const { data } = useQuery({
    ...ask(listCharges, query as CallOf<typeof listCharges>, { inPlace: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = params.get('state')
  const choose = (state: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (chosen === state) next.delete('state')
      else next.set('state', state)
      return next
    })
  return (
    // One line on any screen, because the figures come later than the list's place.
    <Group
      gap={6}
      wrap="nowrap"
      mih="var(--br-control)"
      maw="100%"
      style={{ overflowX: 'auto' }}
      role="group"
      aria-label={t('By status')}
    >
      {CHARGE_STATES.map((state) => {
        const sum = data?.sums.find((one) => one.state === state)
        return sum === undefined || (sum.count === 0 && chosen !== state) ? null : (
          <Pill key={state} isOn={chosen === state} onClick={() => choose(state)}>
            {t(CHARGE_WORDS[state])} {showDollars(sum.amount)} · {sum.count}
          </Pill>
        )
      })}
    </Group>
  )
}
