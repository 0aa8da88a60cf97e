import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './back-link.module.css'

/** The link above a page's content to the page it belongs to; not printed. */
export const BackLink = ({ to, children }: { to: To; children: ReactNode }) => (
  <Link to={to} className={styles.back}>
    ‹ {children}
  </Link>
)
