import type { ReactNode } from 'react'
import { NumberInput, type NumberInputProps } from '@mantine/core'
import styles from './form-parts.module.css'

/** Fields that belong together, with their heading. */
export function Fields({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.fields}>
      {title === undefined ? null : <legend className={styles.legend}>{title}</legend>}
      <div className={styles.grid}>{children}</div>
    </fieldset>
  )
}

/** Over the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}

/** AUD dollars with two decimals; an empty box is an empty text. */
export function MoneyInput(props: NumberInputProps) {
  return <NumberInput prefix="$" decimalScale={2} fixedDecimalScale thousandSeparator="," allowNegative={false} hideControls min={0} {...props} />
}

/** Percent with two decimals, from 0 to 100; what is typed beyond is said, not quietly changed. */
export function PercentInput(props: NumberInputProps) {
  return <NumberInput suffix="%" decimalScale={2} allowNegative={false} hideControls clampBehavior="none" {...props} />
}

/** A whole number. */
export function WholeInput(props: NumberInputProps) {
  return <NumberInput allowDecimal={false} allowNegative={false} hideControls {...props} />
}
