import { Box, Flex } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getLedger } from '#contract/v1/transactions.ts'
import { formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './ledger.module.css'

type Item = OutputOf<typeof getLedger>['items'][number]

export interface LedgerRow {
  readonly key: string
  /** Null: the balance before the first line. */
  readonly item: Item | null
  readonly description: string
  readonly balance: number
}

/** @param ofOffice payments lead to the list of transactions, which a customer does not have */
export function ledgerColumns({ ofOffice }: { ofOffice: boolean }): readonly Column<LedgerRow>[] {
  return [
    { id: 'day', title: t('Date'), cell: ({ item }) => (item === null ? null : formatDay(item.day)) },
    { id: 'number', title: t('Number'), cell: ({ item }) => (item === null ? null : numberOf(item, ofOffice)) },
    { id: 'description', title: t('Description'), main: true, cell: (row) => <Description row={row} /> },
    {
      id: 'effect',
      title: t('Change'),
      end: true,
      cell: ({ item }) => (item === null ? null : <Money dollars={item.effect} />),
    },
    { id: 'balance', title: t('Balance'), end: true, cell: ({ balance }) => <Money dollars={balance} /> },
  ]
}

function numberOf({ invoiceID, transactionID, number }: Item, ofOffice: boolean) {
  if (invoiceID !== null)
    return (
      <Link className={styles.number} to={officePaths.invoice(invoiceID)}>
        {number}
      </Link>
    )
  return ofOffice && transactionID !== null ? (
    <Link className={styles.number} to={officePaths.transactions({ keyword: number })}>
      {number}
    </Link>
  ) : (
    number
  )
}

function Description({ row: { item, description } }: { row: LedgerRow }) {
  if (item === null || item.details.length === 0) return description
  return (
    <Box component="details" flex={1} className={styles.details}>
      <summary>{description}</summary>
      <Flex component="ul" direction="column" gap={2} pl={18} fw={400}>
        {item.details.map(({ text, amount }, at) => (
          // Two details of one line may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <Flex key={at} component="li" justify="space-between" maw="34rem" style={{ whiteSpace: 'normal' }}>
            <span>{text}</span> <Money dollars={amount} />
          </Flex>
        ))}
      </Flex>
    </Box>
  )
}
