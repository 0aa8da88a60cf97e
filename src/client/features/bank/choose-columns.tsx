import { useState } from 'react'
import { Button, Card, Checkbox, Group, NativeSelect, Table, Title } from '@mantine/core'
import type { ColumnsToChoose, chooseBankColumns } from '#contract/v1/bank.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { amountColumnsProblem } from '#domain/bank-columns.ts'
import { BANK_DATE_FORMATS, type BankDateFormat, bankDateFormatsOf } from '#domain/bank-dates.ts'
import { Wrong } from '#client/shells/wrong.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { FirstLines } from './first-lines.tsx'

const USE_WORDS = sentences({
  None: 'Not used',
  Date: 'Date',
  Amount: 'Amount',
  Sign: 'In or out (CR, DR)',
  Debit: 'Money out',
  Credit: 'Money in',
  Text: 'Description',
  Balance: 'Balance',
  Account: 'Account number',
  Type: 'Type',
})

const DATE_ORDER_WORDS = sentences({
  'D/M/Y': 'Day/month/year (31/12/2026)',
  'M/D/Y': 'Month/day/year (12/31/2026)',
  'Y-M-D': 'Year-month-day (2026-12-31)',
  'D MMM Y': 'Day, month name, year (31 Dec 2026)',
  YYYYMMDD: 'Digits only (20261231)',
})

const MISSING_WORDS = sentences({
  needText: 'Choose a description column.',
  needDates: 'Choose how dates are written.',
})

const USES = ['None', 'Date', 'Amount', 'Sign', 'Debit', 'Credit', 'Text', 'Balance', 'Account', 'Type'] as const
type Use = (typeof USES)[number]

interface ChooseColumnsProps {
  choice: ColumnsToChoose
  busy: boolean
  wrong: string | null
  onChoose: (columns: Omit<CallOf<typeof chooseBankColumns>, 'layoutHash'>) => void
  onBack: () => void
}

/** Asks what the columns are of a file whose layout isn't known. */
export function ChooseColumns({ choice, busy, wrong, onChoose, onBack }: ChooseColumnsProps) {
  const width = Math.max(...choice.sample.map((row) => row.length))
  const [uses, setUses] = useState(() => usesOf(choice.guess, width))
  const [header, setHeader] = useState(choice.header)
  const [format, setFormat] = useState<BankDateFormat | ''>('')
  const rows = header ? choice.sample.slice(1) : choice.sample
  const dates = bankDateFormatsOf(rows.map((row) => row[uses.indexOf('Date')] ?? ''))
  const dateFormat = format === '' ? dates[0] : format
  const columns = columnsOf(uses)
  const missing = !uses.includes('Text') ? 'needText' : dates.length > 1 && format === '' ? 'needDates' : null
  const problem = !uses.includes('Date')
    ? t('Choose the date column.')
    : (amountColumnsProblem(columns) ?? (missing && t(MISSING_WORDS[missing])))
  return (
    <Card>
      <Title order={2}>{t('Choose the columns')}</Title>
      <p>
        {choice.message} {t('This is asked once for files of this kind.')}
      </p>
      <Table.ScrollContainer minWidth={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {uses.map((use, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                <Table.Th key={at}>
                  <NativeSelect
                    miw="9rem"
                    aria-label={t('Column {{place}}', { place: at + 1 })}
                    data={USES.map((value) => ({ value, label: t(USE_WORDS[value]) }))}
                    value={use}
                    onChange={({ currentTarget }) => setUses(uses.with(at, currentTarget.value as Use))}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {choice.sample.map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              <Table.Tr key={place} {...(header && place === 0 && { fw: 600 })}>
                {uses.map((use, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its place
                  <Table.Td key={at} {...(use === 'None' && { c: 'dimmed' })}>
                    {row[at]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Checkbox
        label={t('The first row has headings')}
        checked={header}
        onChange={({ currentTarget }) => setHeader(currentTarget.checked)}
      />
      {dates.length > 1 ? (
        <NativeSelect
          label={t('Dates are written')}
          maw="24rem"
          data={[
            { value: '', label: '' },
            ...BANK_DATE_FORMATS.filter((one) => dates.includes(one)).map((value) => ({
              value,
              label: t(DATE_ORDER_WORDS[value]),
            })),
          ]}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value as BankDateFormat)}
        />
      ) : null}
      {problem === null && dateFormat !== undefined ? (
        <FirstLines rows={rows} columns={columns} format={dateFormat} />
      ) : null}
      <Wrong>{problem ?? wrong}</Wrong>
      <Group>
        <Button variant="default" onClick={onBack}>
          {t('Choose another file')}
        </Button>
        <Button
          loading={busy}
          disabled={problem !== null}
          onClick={() => onChoose({ header, columns, ...(format !== '' && { dateFormat: format }) })}
        >
          {t('Use these columns')}
        </Button>
      </Group>
    </Card>
  )
}

function usesOf(guess: ColumnsToChoose['guess'], width: number): Use[] {
  const uses = Array.from({ length: width }, (): Use => 'None')
  const set = (at: number | undefined, use: Use) => at !== undefined && at < width && (uses[at] = use)
  for (const at of guess.text ?? []) set(at, 'Text')
  for (const at of guess.account ?? []) set(at, 'Account')
  set(guess.type, 'Type')
  set(guess.balance, 'Balance')
  set(guess.credit, 'Credit')
  set(guess.debit, 'Debit')
  set(guess.sign, 'Sign')
  set(guess.amount, 'Amount')
  set(guess.date, 'Date')
  return uses
}

function columnsOf(uses: readonly Use[]): CallOf<typeof chooseBankColumns>['columns'] {
  const all = (use: Use) => uses.flatMap((one, at) => (one === use ? [at] : []))
  const one = (use: Use) => all(use)[0]
  return {
    date: one('Date') ?? 0,
    amount: one('Amount'),
    sign: one('Sign'),
    debit: one('Debit'),
    credit: one('Credit'),
    text: all('Text'),
    balance: one('Balance'),
    account: all('Account'),
    type: one('Type'),
  }
}
