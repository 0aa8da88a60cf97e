import { Money } from './money.tsx'
import styles from './signed-in-as.module.css'

interface SignedInAsProps {
  fullName: string
  role: string
  /** AUD dollars; undefined for those who have no account with the firm. */
  balance?: { label: string; dollars: number }
}

/** The foot of the menu: who is signed in, and what a customer owes or has. */
export function SignedInAs({ fullName, role, balance }: SignedInAsProps) {
  return (
    <div className={styles.who}>
      <div className={styles.name}>{fullName}</div>
      <div className={styles.role}>{role}</div>
      {balance === undefined ? null : (
        <div className={styles.balance}>
          <span>{balance.label}</span> <Money dollars={balance.dollars} onDark />
        </div>
      )}
    </div>
  )
}
