import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { INVOICES_TO_SEND } from '#domain/home-tasks.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { useMayCall } from '#client/shells/role.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

type ToSendAnswer = OutputOf<typeof listInvoices>

/** A completed run's unpaid invoices that were neither emailed nor printed, as Home counts them: null asks nothing. */
export function useToSend(runOrderID: string | null) {
  const toSend = { runOrderID: runOrderID ?? '', ...INVOICES_TO_SEND, perPage: 1 } as const
  const { data, isLoading, failureCount } = useQuery({
    ...ask(listInvoices, toSend, { inPlace: true }),
    enabled: useMayCall(listInvoices) && runOrderID !== null,
  })
  return { data, isAwaited: isLoading && failureCount === 0 }
}

/** What comes after completing a run. */
export function ToSend({ runOrderID, data }: { runOrderID: string; data: ToSendAnswer | undefined }) {
  if (data === undefined || data.total === 0) return null
  return (
    <Note tone="warn">
      <Group>
        <span>
          {plural(
            data.total,
            '{{count}} unpaid invoice, {{amount}} owing, is neither emailed nor printed.',
            '{{count, number}} unpaid invoices, {{amount}} owing, are neither emailed nor printed.',
            { amount: showDollars(data.totalOwing) },
          )}
        </span>
        <Button
          component={Link}
          to={officePaths.invoices({ runOrderID, ...INVOICES_TO_SEND })}
          variant="default"
          size="compact-md"
        >
          {t('Send or print')}
        </Button>
      </Group>
    </Note>
  )
}
