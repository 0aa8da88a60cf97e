import { useMemo } from 'react'
import { Button, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { getLedger, getStatement, mailStatement } from '#contract/v1/transactions.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { csvText, saveCsv } from '#client/shells/csv-export.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { DayFilter } from '#client/shells/list-filters.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { ledgerColumns, type LedgerRow } from './ledger-columns.tsx'
import { SentStatements } from './sent-statements.tsx'
import styles from './ledger.module.css'

type LedgerAnswer = OutputOf<typeof getLedger>

/**
 * "Why is my balance this?": the opening balance, and each line with its effect and the balance after it. @param
 * customerID for the office; a customer's own without it
 */
export function Ledger({ customerID }: { customerID?: string }) {
  const { t } = useTranslation('transactions')
  const { range, change } = useRange()
  const command = useCommand()
  const query = { ...(customerID === undefined ? {} : { customerID }), ...range }
  const { data, error, refetch } = useQuery({
    ...ask(getLedger, query),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const ofOffice = customerID !== undefined
  const columns = useMemo(() => ledgerColumns({ t, ofOffice }), [t, ofOffice])
  const lines = data === undefined ? [] : linesOf(data, range.from === undefined ? null : range.from, t)
  const isWhole = range.from === undefined && range.to === undefined
  return (
    <div className={styles.ledger}>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('loading')} />
        ) : null
      ) : (
        <>
          <Facts facts={factsOf(data, ofOffice, t)} />
          <div className={styles.range}>
            <DayFilter label={t('from')} value={range.from ?? ''} onChange={(from) => change({ from })} />
            <DayFilter label={t('to')} value={range.to ?? ''} onChange={(to) => change({ to })} />
            {isWhole ? null : (
              <Button variant="subtle" onClick={() => change({ from: '', to: '' })}>
                {t('clear')}
              </Button>
            )}
            <span className={styles.between} />
            <Button variant="default" onClick={() => saveCsv(`ledger-${data.refId}.csv`, csvOf(lines, t))}>
              {t('exportCsv')}
            </Button>
            <PdfButton
              endpoint={getStatement}
              input={query}
              name={`statement-${data.refId}.pdf`}
              label={t('statementPdf')}
            />
            {customerID === undefined ? null : (
              <Button
                variant="default"
                onClick={() =>
                  void command(mailStatement, { customerID, ...range }, { done: t('statementSent'), mails: true })
                }
              >
                {t('sendStatement')}
              </Button>
            )}
          </div>
          {data.items.length === 0 ? (
            <Text c="dimmed">{t(isWhole ? 'ledgerEmpty' : 'ledgerEmptyRange')}</Text>
          ) : (
            <DataTable
              label={t('ledgerOf')}
              columns={columns}
              rows={newestFirst(lines, range.to, t)}
              keyOf={({ key }) => key}
              words={{ loading: t('loading'), selectAll: '', selectRow: () => '' }}
            />
          )}
          {customerID === undefined ? null : <SentStatements customerID={customerID} />}
        </>
      )}
    </div>
  )
}

type T = ReturnType<typeof useTranslation<'transactions'>>['t']

/** The balance as credit minus owing, and what is not in it yet. */
function factsOf(
  { accountBalance, credit, owing, unbilled, prepaidLeft, paymentReference }: LedgerAnswer,
  ofOffice: boolean,
  t: T,
): Fact[] {
  const isBoth = credit !== 0 && owing !== 0
  return [
    // A customer understands a sum that they owe sooner than a balance with a minus.
    !ofOffice && accountBalance < 0
      ? { label: t('youOwe'), value: <Money dollars={-accountBalance} /> }
      : { label: t('balance'), value: <Money dollars={accountBalance} balance /> },
    ...(ofOffice || isBoth
      ? [
          { label: t('credit'), value: <Money dollars={credit} /> },
          { label: t('owing'), value: <Money dollars={owing} /> },
        ]
      : []),
    ...(unbilled === 0 ? [] : [{ label: t('unbilled'), value: <Money dollars={unbilled} /> }]),
    ...(prepaidLeft === 0 ? [] : [{ label: t('prepaidLeft'), value: prepaidLeft }]),
    { label: t('paymentReference'), value: paymentReference },
  ]
}

/** The balance before the first line, then the lines in the order of their days. */
function linesOf({ openingBalance, items }: LedgerAnswer, from: string | null, t: T): LedgerRow[] {
  const opening: LedgerRow = {
    key: 'opening',
    item: null,
    description: from === null ? t('openingFirst') : t('opening', { day: formatDay(from) }),
    balance: openingBalance,
  }
  const lines = items.map((item, at) => ({
    key: String(at),
    item,
    description: item.description,
    balance: item.balance,
  }))
  // A whole ledger begins with nothing, which needs no line.
  return from === null && openingBalance === 0 ? lines : [opening, ...lines]
}

/** The latest change comes first; above it stands what a range before today ended with. */
function newestFirst(lines: readonly LedgerRow[], to: string | undefined, t: T): LedgerRow[] {
  const rows = lines.toReversed()
  const [latest] = rows
  if (to === undefined || latest === undefined) return rows
  return [
    { key: 'closing', item: null, description: t('closing', { day: formatDay(to) }), balance: latest.balance },
    ...rows,
  ]
}

function csvOf(rows: readonly LedgerRow[], t: T): string {
  return csvText(
    [t('day'), t('number'), t('description'), t('effect'), t('running')],
    rows.map(({ item, description, balance }) => [
      item?.day ?? null,
      item?.number ?? null,
      description,
      item?.effect ?? null,
      balance,
    ]),
  )
}

/** The range of the address; a mistyped one is left out. */
function useRange() {
  const [params, setParams] = useSearchParams()
  const dayIn = (name: string) => {
    const day = params.get(name) ?? ''
    return isDay(day) ? day : undefined
  }
  const from = dayIn('from')
  const to = dayIn('to')
  const change = (next: { from?: string; to?: string }) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const [name, day] of Object.entries(next)) {
        if (day === '') after.delete(name)
        else after.set(name, day)
      }
      return after
    })
  return { range: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, change }
}
