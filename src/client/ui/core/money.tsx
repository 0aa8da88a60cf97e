import { showDollars } from '#domain/money.ts'
import styles from './money.module.css'

interface MoneyProps {
  /** AUD dollars, as on the wire. */
  dollars: number
  /** An account's balance: bold, and teal unless it is negative (spec 2). What is owed never has that colour. */
  balance?: boolean
  /** On the dark menu, whose colours are the same in both themes. */
  onDark?: boolean
}

/** An amount in AUD; a negative one red with a minus sign. */
export function Money({ dollars, balance = false, onDark = false }: MoneyProps) {
  const tone = dollars < 0 ? styles.negative : balance ? styles.positive : ''
  const classes = [styles.money, tone, balance ? styles.balance : '', onDark ? styles.onDark : '']
  return <span className={classes.filter(Boolean).join(' ')}>{showDollars(dollars)}</span>
}
