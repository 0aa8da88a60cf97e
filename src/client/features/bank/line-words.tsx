import { Paper } from '@mantine/core'
import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'

export function LineWords({ line: { day, text, amount } }: { line: BankLineShown }) {
  return (
    <Paper component="p" p="sm" bg="var(--br-rest)">
      {formatDay(day)} · <Money dollars={amount} /> · {text || t('No description')}
    </Paper>
  )
}
