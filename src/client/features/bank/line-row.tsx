import type { BankLineShown } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './bank.module.css'

export function LineRow({ line, onOpen }: { line: BankLineShown; onOpen: () => void }) {
  const { day, text, amount, proposals, reversals, payouts } = line
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.rowDay}>{formatDay(day)}</span>
      <span className={styles.rowText}>{text || t('No description')}</span>
      <span className={styles.rowWho}>
        {(proposals[0] ?? reversals[0])?.name ?? (payouts.length > 0 ? t('Card payout') : null)}
      </span>
      <span className={styles.rowAmount}>
        <Money dollars={amount} />
      </span>
    </button>
  )
}
