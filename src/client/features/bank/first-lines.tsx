import { Text } from '@mantine/core'
import { bankRows, readByColumns } from '#domain/bank-columns.ts'
import type { BankColumns } from '#domain/bank-rows.ts'
import type { BankDateFormat } from '#domain/bank-dates.ts'
import { formatDay } from '#domain/dates.ts'
import { toDollars } from '#domain/money.ts'
import { withoutStops } from '#domain/steps.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'

interface FirstLinesProps {
  rows: readonly (readonly string[])[]
  columns: BankColumns
  format: BankDateFormat
}

const SHOWN = 3

/** The first lines of the file as the import will read them. */
export function FirstLines({ rows, columns, format }: FirstLinesProps) {
  const { lines, unreadable } = withoutStops(readByColumns(withoutStops(bankRows(rows)), columns, format, ''))
  const read = [...lines, ...unreadable].sort((a, b) => a.line - b.line).slice(0, SHOWN)
  return (
    <section aria-label={t('The first lines will be read as')}>
      <Text component="h3" c="dimmed">
        {t('The first lines will be read as')}
      </Text>
      <ul>
        {read.map((one) => (
          <li key={one.line}>
            {'message' in one ? (
              one.message
            ) : (
              <>
                {formatDay(one.day)} · {t(one.amount < 0 ? 'Money out' : 'Money in')}{' '}
                <Money dollars={toDollars(Math.abs(one.amount))} /> · {one.text || t('No description')}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
