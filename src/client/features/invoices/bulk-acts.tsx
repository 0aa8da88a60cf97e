import { useState } from 'react'
import { Button } from '@mantine/core'
import type { CallOf } from '#contract/endpoint.ts'
import { type ListedInvoice, printInvoices } from '#contract/v1/invoices.ts'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { usePdf } from '#client/shells/pdf-button.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { BulkPayDialog } from './bulk-pay-dialog.tsx'
import { useToTasks } from './to-tasks.ts'

type Whom = Pick<CallOf<typeof bulkInvoices>, 'invoiceIDs' | 'filters'>
type Act = 'send' | 'remind' | 'mark-printed' | 'pay'

export function SelectedInvoices({ rows, onDone }: { rows: readonly ListedInvoice[]; onDone: () => void }) {
  const { t } = useTranslation('invoices')
  const [act, setAct] = useState<Act | null>(null)
  const owing = rows.reduce((sum, row) => sum + nearestCents(row.owing), 0)
  const whom = { invoiceIDs: rows.map(({ invoiceID }) => invoiceID) }
  return (
    <>
      <span>{t('selectedOwing', { amount: showMoney(owing) })}</span>
      <Button variant="default" onClick={() => setAct('pay')}>
        {t('recordPayments')}
      </Button>
      <Button variant="default" onClick={() => setAct('send')}>
        {t('send')}
      </Button>
      <Button variant="default" onClick={() => setAct('remind')}>
        {t('remind')}
      </Button>
      <MoreActs acts={[{ label: t('markPrinted'), onClick: () => setAct('mark-printed') }]} />
      <BulkDialogs act={act} whom={whom} count={rows.length} onClose={() => setAct(null)} onDone={onDone} />
      {act === 'pay' ? <BulkPayDialog rows={rows} onClose={() => setAct(null)} onDone={onDone} /> : null}
    </>
  )
}

export function WholeListActs({ asked }: { asked: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('invoices')
  const [act, setAct] = useState<Act | null>(null)
  const savePdf = usePdf()
  const { page: _page, perPage: _perPage, sort: _sort, ...rest } = asked
  const filters = rest as NonNullable<Whom['filters']>
  return (
    <>
      <MoreActs
        label={t('wholeList')}
        acts={[
          { label: t('sendAll'), onClick: () => setAct('send') },
          { label: t('remindAll'), onClick: () => setAct('remind') },
          { label: t('printAll'), onClick: () => void savePdf(printInvoices, filters, 'Invoices.pdf') },
          { label: t('markAllPrinted'), onClick: () => setAct('mark-printed') },
        ]}
      />
      <BulkDialogs act={act} whom={{ filters }} onClose={() => setAct(null)} />
    </>
  )
}

interface BulkDialogsProps {
  act: Act | null
  whom: Whom
  /** How many are selected; without it, all of the list. */
  count?: number
  onClose: () => void
  onDone?: () => void
}

/** Asks, then makes the task and shows its progress. */
function BulkDialogs({ act, whom, count, onClose, onDone }: BulkDialogsProps) {
  const { t } = useTranslation('invoices')
  const toTasks = useToTasks()
  const done = () => {
    onDone?.()
    toTasks()
  }
  const whoseOf = (one: Act) =>
    count !== undefined ? t('counted', { count }) : t(one === 'mark-printed' ? 'withoutEmailInList' : 'ofWholeList')
  return (
    <>
      {(['send', 'remind', 'mark-printed'] as const).map((one) => (
        <ConfirmCommand
          key={one}
          opened={act === one}
          question={t(`bulkQuestion-${one}`, { whose: whoseOf(one) })}
          cancel={t('cancel')}
          confirm={t(`bulkConfirm-${one}`)}
          endpoint={bulkInvoices}
          input={{ action: one, ...whom }}
          done={t('taskStarted')}
          mails={one !== 'mark-printed'}
          onClose={onClose}
          onDone={done}
        >
          <p>{t(`bulkWhy-${one}`)}</p>
        </ConfirmCommand>
      ))}
    </>
  )
}
