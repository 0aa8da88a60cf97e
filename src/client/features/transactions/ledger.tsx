import { useMemo, type ReactNode } from 'react'
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { getLedger, getStatement, mailStatement } from '#contract/v1/transactions.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { csvText, saveCsv } from '#client/shells/csv-export.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { DayFilter } from '#client/shells/list-filters.tsx'
import { useMailAct } from '#client/shells/mail-act.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { RecoverOffer } from '#client/shells/recover-offer.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ledgerColumns, type LedgerRow } from './ledger-columns.tsx'
import { SentStatements } from './sent-statements.tsx'

type LedgerAnswer = OutputOf<typeof getLedger>

/**
 * "Why is my balance this?": the opening balance, and each line with its effect and the balance after it. @param
 * customerID for the office; a customer's own without it
 */
export function Ledger({ customerID }: { customerID?: string }) {
  const { range, change } = useRange()
  const query = { ...(customerID === undefined ? {} : { customerID }), ...range }
  const { data, error, refetch } = useQuery({
    ...ask(getLedger, query),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const ofOffice = customerID !== undefined
  const columns = useMemo(() => ledgerColumns({ ofOffice }), [ofOffice])
  const lines = data === undefined ? [] : linesOf(data, range.from === undefined ? null : range.from)
  const pdf =
    data === undefined ? null : (
      <PdfButton
        endpoint={getStatement}
        input={query}
        name={`statement-${data.refId}.pdf`}
        label={t('Statement PDF')}
      />
    )
  const isWhole = range.from === undefined && range.to === undefined
  return (
    <Stack>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <>
          <Facts facts={factsOf(data, ofOffice)} />
          {ofOffice ? <RecoverOffer account={data} /> : null}
          <Group align="end">
            <DayFilter label={t('From')} value={range.from ?? ''} onChange={(from) => change({ from })} />
            <DayFilter label={t('To')} value={range.to ?? ''} onChange={(to) => change({ to })} />
            {isWhole ? null : (
              <Button variant="subtle" onClick={() => change({ from: '', to: '' })}>
                {t('All dates')}
              </Button>
            )}
            <Box component="span" flex={1} />
            <Button variant="default" onClick={() => saveCsv(`ledger-${data.refId}.csv`, csvOf(lines))}>
              {t('Export CSV')}
            </Button>
            {pdf}
            {customerID === undefined ? null : <SendStatement input={{ customerID, ...range }} pdf={pdf} />}
          </Group>
          {data.items.length === 0 ? (
            <Text c="dimmed">{t(isWhole ? 'Nothing on this account yet.' : 'Nothing between these dates.')}</Text>
          ) : (
            <DataTable
              label={t('Ledger')}
              columns={columns}
              rows={newestFirst(lines, range.to)}
              keyOf={({ key }) => key}
              words={{ loading: t('Loading'), selectAll: '', selectRow: () => '' }}
            />
          )}
          {customerID === undefined ? null : <SentStatements customerID={customerID} />}
        </>
      )}
    </Stack>
  )
}

/** For the office only. @param pdf the same statement, to print instead */
function SendStatement({ input, pdf }: { input: CallOf<typeof mailStatement>; pdf: ReactNode }) {
  const { send, dialog } = useMailAct()
  return (
    <>
      <Button
        variant="default"
        onClick={() => send({ endpoint: mailStatement, input, question: t('Send this statement?'), print: pdf })}
      >
        {t('Send statement')}
      </Button>
      {dialog}
    </>
  )
}

/** The balance as credit minus owing, and what is not in it yet. */
function factsOf(
  { accountBalance, credit, owing, unbilled, prepaidLeft, paymentReference }: LedgerAnswer,
  ofOffice: boolean,
): Fact[] {
  const isBoth = credit !== 0 && owing !== 0
  return [
    // A customer understands a sum that they owe sooner than a balance with a minus.
    !ofOffice && accountBalance < 0
      ? { label: t('You owe'), value: <Money dollars={-accountBalance} /> }
      : { label: t('Balance'), value: <Money dollars={accountBalance} balance /> },
    ...(ofOffice || isBoth
      ? [
          { label: t('Credit'), value: <Money dollars={credit} /> },
          { label: t('Owing'), value: <Money dollars={owing} /> },
        ]
      : []),
    ...(unbilled === 0 ? [] : [{ label: t('Not invoiced yet'), value: <Money dollars={unbilled} /> }]),
    ...(prepaidLeft === 0 ? [] : [{ label: t('Prepaid collections left'), value: prepaidLeft }]),
    { label: t('Payment reference'), value: paymentReference },
  ]
}

/** The balance before the first line, then the lines in the order of their days. */
function linesOf({ openingBalance, items }: LedgerAnswer, from: string | null): LedgerRow[] {
  const opening: LedgerRow = {
    key: 'opening',
    item: null,
    description: from === null ? t('Opening balance') : t('Balance before {{day}}', { day: formatDay(from) }),
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
function newestFirst(lines: readonly LedgerRow[], to: string | undefined): LedgerRow[] {
  const rows = lines.toReversed()
  const [latest] = rows
  if (to === undefined || latest === undefined) return rows
  return [
    {
      key: 'closing',
      item: null,
      description: t('Balance on {{day}}', { day: formatDay(to) }),
      balance: latest.balance,
    },
    ...rows,
  ]
}

function csvOf(rows: readonly LedgerRow[]): string {
  return csvText(
    [t('Date'), t('Number'), t('Description'), t('Change'), t('Balance')],
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
