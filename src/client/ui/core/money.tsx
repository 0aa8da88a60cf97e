import { nearestCents, showMoney } from '#domain/money.ts'
import styles from './money.module.css'

interface MoneyProps {
  /** AUD dollars, as on the wire. */
  dollars: number
  /** On the dark menu, whose colours are the same in both themes. */
  onDark?: boolean
}

/** An amount in AUD; a negative one red with a minus sign, else teal (spec 2). */
export function Money({ dollars, onDark = false }: MoneyProps) {
  const tone = dollars < 0 ? styles.negative : styles.positive
  return (
    <span className={`${styles.money} ${tone} ${onDark ? styles.onDark : ''}`}>{showMoney(nearestCents(dollars))}</span>
  )
}
