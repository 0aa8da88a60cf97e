import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  readonly label: string
  /** Null is shown as a dash. */
  readonly value: ReactNode
  readonly wide?: boolean
}

export function Facts({ title, facts, right }: { title?: string; facts: readonly Fact[]; right?: ReactNode }) {
  return (
    <section className={styles.facts}>
      {title === undefined ? null : (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {right}
        </div>
      )}
      <dl className={styles.list}>
        {facts.map(({ label, value, wide }) => (
          <div key={label} className={wide ? styles.wide : undefined}>
            <dt>{label}</dt>
            <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
