import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import styles from './tabs.module.css'

interface Tab {
  to: string
  words: string
  on: boolean
  /** Shown beside the words, unless it is 0. */
  count?: number
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** The tabs belong to one record and keep the way back to its list. */
  keepsWayBack?: boolean
}

/** Links between the parts of one page or record. In a scrolling row the current one is in view. */
export function Tabs({ label, tabs, keepsWayBack = false }: TabsProps) {
  const { state } = useLocation()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (here)
      row.current!.scrollLeft =
        here.offsetLeft - row.current!.offsetLeft - (row.current!.clientWidth - here.offsetWidth) / 2
  })
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, words, on, count = 0 }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          {...(keepsWayBack ? { state } : {})}
          {...(on ? { 'aria-current': 'page' } : {})}
        >
          {words}
          {count === 0 ? null : <span className={styles.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
