import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './bank.module.css'

export function LineWords({ line: { day, text, amount } }: { line: BankLineShown }) {
  const { t } = useTranslation('bank')
  return (
    <p className={styles.said}>
      {formatDay(day)} · <Money dollars={amount} /> · {text || t('noText')}
    </p>
  )
}
