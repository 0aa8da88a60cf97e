import type { ReactNode } from 'react'
import { readDollars, readNumber, showNumber } from '#domain/typed-numbers.ts'
import { NumberBox, type NumberBoxProps } from './number-box.tsx'
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

/** Takes the whole width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}

const readPercent = (text: string) => readNumber(text.replace(/\s*%\s*$/, ''))
const showPercent = (value: number) => `${value}%`
const showDollars = (value: number) => showNumber(value, '$')

/** AUD dollars with two decimals; an empty box is an empty text. */
export function MoneyInput(props: NumberBoxProps) {
  return <NumberBox inputMode="decimal" read={readDollars} show={showDollars} {...props} />
}

/** Percent with two decimals, from 0 to 100. */
export function PercentInput(props: NumberBoxProps) {
  return <NumberBox inputMode="decimal" read={readPercent} show={showPercent} {...props} />
}

/** A whole number. */
export function WholeInput(props: NumberBoxProps) {
  return <NumberBox inputMode="numeric" read={readNumber} show={String} {...props} />
}
