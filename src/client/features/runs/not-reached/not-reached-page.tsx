import { useState } from 'react'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getNotReached, mailNotReached, type NotReached } from '#contract/v1/not-reached.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import type { Telling } from '#domain/not-reached.ts'
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
import { DataTable } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { type NotReachedCustomer, notReachedColumns, toldInWords } from './not-reached-columns.tsx'
import { BackLink } from '#client/shells/back-link.tsx'

/** /run-orders/:runOrderID/not-reached: whom a completed run did not reach, to email and to call. */
export function NotReachedPage({ runOrderID }: { runOrderID: string }) {
  const today = useToday()
  const { data: run } = useQuery(ask(getRun, { runOrderID }))
  const { data: list, error, refetch } = useQuery(ask(getNotReached, { runOrderID }))
  const [asking, setAsking] = useState(false)
  const [calling, setCalling] = useState<NotReachedCustomer | null>(null)
  const columns = notReachedColumns(today, (row) => (
    <Button
      variant="default"
      aria-label={t('Note call: {{name}}', { name: row.customer })}
      onClick={() => setCalling(row)}
    >
      {t('Note call')}
    </Button>
  ))
  const counted = (how: Telling) => list?.items.filter(({ tell }) => tell === how).length ?? 0
  const [toCall, kept] = [counted('call'), counted('kept')]
  return (
    <>
      <PageHeader
        title={plural(
          list?.items.length ?? 0,
          '{{count}} customer not reached',
          '{{count, number}} customers not reached',
        )}
        right={
          list === undefined || list.items.length === 0 ? undefined : (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => save(list, run)}>
                {t('Export CSV')}
              </Button>
              {list.mailable === 0 ? null : (
                <Button onClick={() => setAsking(true)}>
                  {plural(list.mailable, 'Email {{count}} customer', 'Email {{count, number}} customers')}
                </Button>
              )}
            </Group>
          )
        }
      >
        <BackLink to={officePaths.run(runOrderID)}>
          {run === undefined ? t('Back to run') : runInWords(run, today)}
        </BackLink>
      </PageHeader>
      <PageContent wide>
        <StaleNotice error={error} onRetry={refetch} />
        {list === undefined ? (
          error === null ? (
            <Skeleton height={320} radius="lg" role="status" aria-label={t('Loading')} />
          ) : null
        ) : list.items.length === 0 ? (
          <p>{t('Every customer of this run was reached, or was moved or removed before it was completed.')}</p>
        ) : (
          <>
            <Text c="dimmed" mb="sm">
              {toCall === 0
                ? t('The run was completed before a driver reached them. They aren’t charged.')
                : plural(
                    toCall,
                    'The run was completed before a driver reached them. They aren’t charged. {{count}} can’t be emailed: call them.',
                    'The run was completed before a driver reached them. They aren’t charged. {{count, number}} can’t be emailed: call them.',
                  )}{' '}
              {kept === 0 ? null : (
                <>
                  {plural(
                    kept,
                    '{{count}} email wasn’t sent: there was no mail server.',
                    '{{count, number}} emails weren’t sent: there was no mail server.',
                  )}{' '}
                  <Link to={`${officePaths.mails()}?status=kept`}>{t('Kept emails')}</Link>
                </>
              )}
            </Text>
            <DataTable
              label={plural(
                list.items.length,
                '{{count}} customer not reached',
                '{{count, number}} customers not reached',
              )}
              columns={columns}
              rows={list.items}
              keyOf={({ assignmentID }) => assignmentID}
              words={{ loading: t('Loading'), selectAll: '', selectRow: () => '' }}
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
        question={plural(list?.mailable ?? 0, 'Email {{count}} customer?', 'Email {{count, number}} customers?')}
        confirm={plural(list?.mailable ?? 0, 'Email {{count}} customer', 'Email {{count, number}} customers')}
        endpoint={mailNotReached}
        input={{ runOrderID }}
        done={t('Emails added to the outbox')}
        mails
        onClose={() => setAsking(false)}
        onDone={() => undefined}
      >
        {list?.letter ? (
          <>
            <Text c="dimmed" mb="sm">
              {t('Each gets this email once. For example to {{to}}:', { to: list.letter.to })}
            </Text>
            <strong>{list.letter.subject}</strong>
            <Text mt="xs" mah="40vh" style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
              {list.letter.text}
            </Text>
          </>
        ) : null}
      </ConfirmCommand>
    </>
  )
}

function save(list: NotReached, run: Run | undefined): void {
  const phone = (number: string | null) => (number === null ? null : showPhone(number))
  const cells: readonly [string, (row: NotReachedCustomer) => string | number | null][] = [
    [t('Ref ID'), ({ refId }) => refId],
    [t('Customer'), ({ customer }) => customer],
    [t('Mobile phone'), ({ mobilePhone }) => phone(mobilePhone)],
    [t('Home phone'), ({ homePhone }) => phone(homePhone)],
    [t('Email'), ({ email }) => email],
    [t('Address'), ({ address }) => address],
    [t('Suburb'), ({ suburb }) => suburb],
    [t('Run number'), ({ runNumber }) => runNumber],
    [t('Driver'), ({ driver }) => driver],
    [t('Next collection'), ({ next }) => next?.from ?? t('None planned')],
    [t('Told'), (row) => toldInWords(row)],
  ]
  saveCsv(
    `${t('Not reached {{run}}', { run: run === undefined ? '' : runInWords(run, '') }).trim()}.csv`,
    csvText(
      cells.map(([title]) => title),
      list.items.map((row) => cells.map(([, textOf]) => textOf(row))),
    ),
  )
}
