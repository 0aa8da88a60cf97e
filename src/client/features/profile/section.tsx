import { useId, type ReactNode } from 'react'
import styles from './profile-page.module.css'

export function Section({ title, how, children }: { title: string; how?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {how === undefined ? null : <p className={styles.how}>{how}</p>}
      {children}
    </section>
  )
}
