import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listInvoices } from '#contract/v1/invoices.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './run-page.module.css'

/** What comes after completing a run: its invoices that were neither emailed nor printed. */
export function ToSend({ runOrderID }: { runOrderID: string }) {
  const { t } = useTranslation('runPage')
  const toSend = { runOrderID, delivery: 'undelivered' } as const
  const { data } = useQuery(ask(listInvoices, { ...toSend, perPage: 1 }, { inPlace: true }))
  if (data === undefined || data.total === 0) return null
  return (
    <Note tone="warn">
      <div className={styles.next}>
        <span>{t('toSend', { count: data.total, amount: showMoney(nearestCents(data.totalAmount)) })}</span>
        <Button component={Link} to={officePaths.invoices(toSend)} variant="default" size="compact-md">
          {t('sendOrPrint')}
        </Button>
      </div>
    </Note>
  )
}
