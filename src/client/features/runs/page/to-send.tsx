import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

type ToSendAnswer = OutputOf<typeof listInvoices>

/** A completed run's invoices that were neither emailed nor printed: null asks nothing. */
export function useToSend(runOrderID: string | null) {
  const toSend = { runOrderID: runOrderID ?? '', delivery: 'undelivered', perPage: 1 } as const
  const { data, isLoading, failureCount } = useQuery({
    ...ask(listInvoices, toSend, { inPlace: true }),
    enabled: runOrderID !== null,
  })
  return { data, isAwaited: isLoading && failureCount === 0 }
}

/** What comes after completing a run: its invoices that were neither emailed nor printed. */
export function ToSend({ runOrderID, data }: { runOrderID: string; data: ToSendAnswer | undefined }) {
  if (data === undefined || data.total === 0) return null
  return (
    <Note tone="warn">
      <Group>
        <span>
          {plural(
            data.total,
            '{{count}} invoice, {{amount}}, is neither emailed nor printed.',
            '{{count, number}} invoices, {{amount}}, are neither emailed nor printed.',
            { amount: showDollars(data.totalAmount) },
          )}
        </span>
        <Button
          component={Link}
          to={officePaths.invoices({ runOrderID, delivery: 'undelivered' })}
          variant="default"
          size="compact-md"
        >
          {t('Send or print')}
        </Button>
      </Group>
    </Note>
  )
}
