import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { ask } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { officePaths } from './office-paths.ts'
import styles from './runs-tabs.module.css'

const ASK_EVERY_MS = 15_000

/** Tabs over each list of the weekly runs, with the number of records under review. */
export function RunsTabs() {
  const { t } = useTranslation('shells')
  const open =
    useQuery(ask(listExceptions, { status: 'open', perPage: 1 }, { persist: true, everyMs: ASK_EVERY_MS })).data
      ?.total ?? 0
  const tabs = [
    { to: officePaths.runs(), words: t('runs'), count: 0 },
    { to: officePaths.exceptions(), words: t('exceptions'), count: open },
    { to: officePaths.devices(), words: t('devices'), count: 0 },
    { to: officePaths.noPickups(), words: t('noPickups'), count: 0 },
    { to: officePaths.pickupRequests(), words: t('pickupRequests'), count: 0 },
  ]
  const row = useRef<HTMLElement>(null)
  // Where the row is wider than the screen, the current tab is scrolled into view.
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (here)
      row.current!.scrollLeft =
        here.offsetLeft - row.current!.offsetLeft - (row.current!.clientWidth - here.offsetWidth) / 2
  })
  return (
    <nav ref={row} className={styles.tabs} aria-label={t('runsParts')}>
      {tabs.map(({ to, words, count }) => (
        <NavLink key={to} to={to} end={to === officePaths.runs()} className={styles.tab!}>
          {words}
          {count === 0 ? null : <span className={styles.count}>{count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
