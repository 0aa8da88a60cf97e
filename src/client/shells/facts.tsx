import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  readonly label: string
  /** Null is shown as a dash. */
  readonly value: ReactNode
  readonly wide?: boolean
}

interface FactsProps {
  title?: string
  facts: readonly Fact[]
  right?: ReactNode
  /** Empty facts are only named, in one line at the end: "Not filled in: Company, Email". */
  emptyInWords?: (fields: string) => string
}

const isEmpty = ({ value }: Fact) => value === null || value === undefined || value === ''

export function Facts({ title, facts, right, emptyInWords }: FactsProps) {
  const shown = emptyInWords === undefined ? facts : facts.filter((fact) => !isEmpty(fact))
  const empty = emptyInWords === undefined ? [] : facts.filter(isEmpty)
  return (
    <section className={styles.facts}>
      {title === undefined ? null : (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {right}
        </div>
      )}
      <dl className={styles.list}>
        {shown.map((fact) => (
          <div key={fact.label} className={fact.wide ? styles.wide : undefined}>
            <dt>{fact.label}</dt>
            <dd>{isEmpty(fact) ? '–' : fact.value}</dd>
          </div>
        ))}
      </dl>
      {emptyInWords === undefined || empty.length === 0 ? null : (
        <p className={styles.empty}>{emptyInWords(empty.map(({ label }) => label).join(', '))}</p>
      )}
    </section>
  )
}
