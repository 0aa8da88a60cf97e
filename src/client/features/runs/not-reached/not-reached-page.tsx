import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getNotReached, mailNotReached, type NotReached } from '#contract/v1/not-reached.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { ask } from '#client/api/query-client.ts'
import { CallDialog } from '#client/shells/call-dialog.tsx'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { csvText, saveCsv } from '#client/shells/csv-export.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { runInWords } from '#domain/run-name.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { type NotReachedCustomer, notReachedColumns, toldInWords } from './not-reached-columns.tsx'
import styles from './not-reached.module.css'

/** /run-orders/:runOrderID/not-reached: whom a completed run did not reach, to email and to call. */
export function NotReachedPage({ runOrderID }: { runOrderID: string }) {
  const { t } = useTranslation('notReached')
  const today = useToday()
  const { data: run } = useQuery(ask(getRun, { runOrderID }))
  const { data: list, error, refetch } = useQuery(ask(getNotReached, { runOrderID }))
  const { t: shells } = useTranslation('shells')
  const [asking, setAsking] = useState(false)
  const [calling, setCalling] = useState<NotReachedCustomer | null>(null)
  const columns = notReachedColumns(t, today, (row) => (
    <Button variant="default" aria-label={t('noteCallOf', { name: row.customer })} onClick={() => setCalling(row)}>
      {shells('noteCall')}
    </Button>
  ))
  const toCall = list?.items.filter(({ email, call }) => email === null && !isTold(call)).length ?? 0
  return (
    <>
      <PageHeader
        title={t('title', { count: list?.items.length ?? 0 })}
        right={
          list === undefined || list.items.length === 0 ? undefined : (
            <div className={styles.acts}>
              <Button variant="default" onClick={() => save(list, run, t)}>
                {t('csv')}
              </Button>
              {list.mailable === 0 ? null : (
                <Button onClick={() => setAsking(true)}>{t('mail', { count: list.mailable })}</Button>
              )}
            </div>
          )
        }
      >
        <Link to={officePaths.run(runOrderID)} className={styles.back}>
          ‹ {run === undefined ? t('back') : runInWords(run, today)}
        </Link>
      </PageHeader>
      <PageContent wide>
        <StaleNotice error={error} onRetry={refetch} />
        {list === undefined ? (
          error === null ? (
            <Skeleton height={320} radius="lg" role="status" aria-label={t('loading')} />
          ) : null
        ) : list.items.length === 0 ? (
          <p>{t('nobody')}</p>
        ) : (
          <>
            <p className={styles.soft}>{toCall === 0 ? t('how') : t('howCall', { count: toCall })}</p>
            <DataTable
              label={t('title', { count: list.items.length })}
              columns={columns}
              rows={list.items}
              keyOf={({ assignmentID }) => assignmentID}
              words={{ loading: t('loading'), selectAll: '', selectRow: () => '' }}
            />
          </>
        )}
      </PageContent>
      {calling === null ? null : (
        <CallDialog
          customer={{ customerID: calling.customerID, fullName: calling.customer }}
          assignmentID={calling.assignmentID}
          onClose={() => setCalling(null)}
        />
      )}
      <ConfirmCommand
        opened={asking}
        question={t('mailQuestion', { count: list?.mailable ?? 0 })}
        cancel={t('cancel')}
        confirm={t('mail', { count: list?.mailable ?? 0 })}
        endpoint={mailNotReached}
        input={{ runOrderID }}
        done={t('mailed')}
        mails
        onClose={() => setAsking(false)}
        onDone={() => undefined}
      >
        {list?.letter ? (
          <>
            <p className={styles.soft}>{t('letterTo', { to: list.letter.to })}</p>
            <strong>{list.letter.subject}</strong>
            <pre className={styles.letter}>{list.letter.text}</pre>
          </>
        ) : null}
      </ConfirmCommand>
    </>
  )
}

/** Who did not answer is called again. */
const isTold = (call: NotReachedCustomer['call']) => !!call && call.answered !== 'no_answer'

type T = ReturnType<typeof useTranslation<'notReached'>>['t']

function save(list: NotReached, run: Run | undefined, t: T): void {
  const phone = (number: string | null) => (number === null ? null : showPhone(number))
  const cells: readonly [string, (row: NotReachedCustomer) => string | number | null][] = [
    [t('refId'), ({ refId }) => refId],
    [t('customer'), ({ customer }) => customer],
    [t('mobilePhone'), ({ mobilePhone }) => phone(mobilePhone)],
    [t('homePhone'), ({ homePhone }) => phone(homePhone)],
    [t('email'), ({ email }) => email],
    [t('address'), ({ address }) => address],
    [t('suburb'), ({ suburb }) => suburb],
    [t('runNumber'), ({ runNumber }) => runNumber],
    [t('driver'), ({ driver }) => driver],
    [t('next'), ({ next }) => next?.from ?? null],
    [t('told'), (row) => toldInWords(row, t)],
  ]
  saveCsv(
    `${t('csvName', { run: run === undefined ? '' : runInWords(run, '') }).trim()}.csv`,
    csvText(
      cells.map(([title]) => title),
      list.items.map((row) => cells.map(([, textOf]) => textOf(row))),
    ),
  )
}
