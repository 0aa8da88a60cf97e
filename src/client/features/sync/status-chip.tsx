import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon, OfflineIcon, UpIcon } from '#client/ui/core/icons.tsx'
import { Link } from 'react-router-dom'
import type { Device } from '#client/offline/store/device.ts'
import { useSyncStatus } from './sync-status.ts'
import { chipNews, chipText, chipTone, type Tone } from './status-words.ts'
import tones from '#client/ui/core/tones.module.css'
import styles from './status-chip.module.css'

/** Each state has its own shape, because colours are hard to distinguish in sunlight. */
const ICONS = {
  good: <CheckIcon size={20} />,
  waits: <UpIcon size={20} />,
  offline: <OfflineIcon size={20} />,
  warn: <AlertIcon size={20} />,
  bad: <AlertIcon size={20} />,
} satisfies Record<Tone, ReactNode>

/** The number of letters that fit beside the page's title on a small phone. */
const SHORT = 20

/** Always visible: the state of the driver's unsent work, linked to the list of unsent events. */
export function StatusChip({ device, to }: { device: Device; to: string }) {
  const status = useSyncStatus(device)
  const text = status === undefined ? '' : chipText(status)
  return (
    <>
      {status === undefined ? (
        <span className={styles.place} />
      ) : (
        <Link to={to} className={styles.place}>
          <span
            className={`${styles.chip} ${styles[chipTone(status)] ?? tones[chipTone(status)]} ${text.length > SHORT ? styles.long : ''}`}
          >
            {ICONS[chipTone(status)]}
            {text}
          </span>
        </Link>
      )}
      <span role="status" className="visually-hidden">
        {status === undefined ? '' : chipNews(status)}
      </span>
    </>
  )
}
