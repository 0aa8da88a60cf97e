import type { ReactNode } from 'react'
import { Money } from './money.tsx'
import { Row } from './parts.tsx'
import styles from './signed-in-as.module.css'

interface SignedInAsProps {
  /** Wraps the text in the link to the user's own page; ui knows no router. */
  renderLink: (words: ReactNode) => ReactNode
  profileWords: string
  fullName: string
  role: string
  /** Undefined for users without an account with the firm. */
  balance?: { label: string; dollars: number }
}

export function SignedInAs({ renderLink, profileWords, fullName, role, balance }: SignedInAsProps) {
  return (
    <div className={styles.who}>
      {renderLink(
        <span>
          <span className={styles.name}>{fullName}</span>
          <span className={styles.role}>{role}</span>
          <span className={styles.own}>{profileWords}</span>
        </span>,
      )}
      {balance === undefined ? null : (
        <Row gap="small" className={styles.balance}>
          <span>{balance.label}</span> <Money dollars={balance.dollars} balance onDark />
        </Row>
      )}
    </div>
  )
}
