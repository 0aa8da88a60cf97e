import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './bank.module.css'

export function LineWords({ line: { day, text, amount } }: { line: BankLineShown }) {
  return (
    <p className={styles.said}>
      {formatDay(day)} · <Money dollars={amount} /> · {text || t('No description')}
    </p>
  )
}
