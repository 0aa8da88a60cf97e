import { memo } from 'react'
import { AlertIcon, CheckIcon, UpIcon } from '#client/ui/core/icons.tsx'
import type { RowWords } from './row-words.ts'
import styles from './stop-list.module.css'

interface StopRowProps extends RowWords {
  assignmentID: string
  /** Null for an open stop, which becomes the next one shown; otherwise its page. */
  href: string | null
  current: boolean
}

/**
 * One line of the list. Plain and memoised by its texts: 150 of them paint on a slow phone
 * (dependencies.md, "Client facts").
 */
export const StopRow = memo(function StopRow({
  assignmentID,
  href,
  current,
  mark,
  tone,
  struck,
  street,
  who,
  extra,
  outcome,
  time,
  delivery,
  deliveryText,
}: StopRowProps) {
  const inside = (
    <>
      <span
        className={
          tone === 'told'
            ? `${styles.number} ${styles.marked}`
            : tone === 'missed'
              ? `${styles.number} ${styles.missed}`
              : styles.number
        }
      >
        {tone === 'told' ? <CheckIcon /> : mark}
      </span>
      <span className={styles.where}>
        <span className={styles.street}>{street}</span>
        <span className={styles.who}>{who}</span>
        {extra === '' ? null : <span className={styles.who}>{extra}</span>}
        {deliveryText === '' ? null : (
          <span
            className={`${styles.delivery} ${delivery === 'needs-attention' ? styles.attention : delivery === 'sent' ? styles.sent : ''}`}
          >
            {delivery === 'sent' ? (
              <CheckIcon size={16} />
            ) : delivery === 'saved-here' ? (
              <UpIcon size={16} />
            ) : (
              <AlertIcon size={16} />
            )}
            {deliveryText}
          </span>
        )}
      </span>
      {outcome === '' ? null : (
        <span className={styles.right}>
          <span className={styles.outcome}>{outcome}</span>
          {time === '' ? null : <span>{time}</span>}
        </span>
      )}
    </>
  )
  const look = `${styles.row} ${struck ? styles.struck : ''} ${current ? styles.current : ''}`
  return (
    <li className={styles.item}>
      {href === null ? (
        <button type="button" className={look} data-stop={assignmentID} aria-current={current ? 'step' : undefined}>
          {inside}
        </button>
      ) : (
        <a href={href} className={look} data-stop={assignmentID}>
          {inside}
        </a>
      )}
    </li>
  )
})
