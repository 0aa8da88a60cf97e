import type { ReactNode } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './install-steps.module.css'

interface InstallStepsDialogProps {
  opened: boolean
  onClose: () => void
  name: string
  /** Replaces the text about what a driver would lose. */
  why?: string
}

/** How to install on an iPhone, with pictures, because iOS has no install prompt. */
export default function InstallSteps({ opened, onClose, name, why }: InstallStepsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Put {{name}} on this phone', { name })} from="sheet">
      <p>
        {why ??
          t(
            'Install the app or you could lose work: this browser tab deletes what it saves after 7 days, and the installed app can’t see it.',
          )}
      </p>
      <Stack as="ol" className={styles.steps}>
        <li className={styles.step}>
          <SharePicture />
          <span>{t('Tap Share at the bottom of Safari.')}</span>
        </li>
        <li className={styles.step}>
          <AddPicture />
          <span>{t('Choose “Add to Home Screen”.')}</span>
        </li>
        <li className={styles.step}>
          <HomeScreenPicture />
          <span>{t('Open {{name}} from the Home Screen and sign in there.', { name })}</span>
        </li>
      </Stack>
      <Button onClick={onClose}>{t('Close')}</Button>
    </Dialog>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 96 72"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const SharePicture = () => (
  <Picture>
    <path className={styles.paper} d="M14 4h68v64H14z" stroke="none" />
    <path d="M14 4v64M82 4v64M14 46h68" opacity={0.5} />
    <rect className={styles.mark} x="36" y="48" width="24" height="20" rx="6" stroke="none" />
    <path d="M44 57v7h8v-7M48 61V51M45 54l3-3 3 3" />
    <path d="M20 57h6M23 54l-3 3 3 3M70 57h6M73 54l3 3-3 3" opacity={0.5} />
  </Picture>
)

const AddPicture = () => (
  <Picture>
    <rect className={styles.paper} x="8" y="6" width="80" height="60" rx="8" stroke="none" />
    <path d="M18 18h34M18 54h26" opacity={0.5} />
    <rect className={styles.mark} x="12" y="27" width="72" height="18" rx="6" stroke="none" />
    <path d="M20 36h34" />
    <rect x="66" y="30" width="12" height="12" rx="3" />
    <path d="M72 33v6M69 36h6" />
  </Picture>
)

const HomeScreenPicture = () => (
  <Picture>
    <rect className={styles.paper} x="22" y="2" width="52" height="68" rx="9" stroke="none" />
    <g opacity={0.4}>
      <rect x="29" y="10" width="10" height="10" rx="3" />
      <rect x="43" y="10" width="10" height="10" rx="3" />
      <rect x="57" y="10" width="10" height="10" rx="3" />
      <rect x="29" y="25" width="10" height="10" rx="3" />
      <rect x="57" y="25" width="10" height="10" rx="3" />
    </g>
    <rect className={styles.mark} x="40" y="22" width="16" height="16" rx="5" stroke="none" />
    <path d="m44 30 3 3 5-6" />
  </Picture>
)
