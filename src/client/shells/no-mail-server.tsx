import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useOffice } from './office.tsx'
import { officePaths } from './office-paths.ts'
import styles from './no-mail-server.module.css'

/** Whether emails are sent; without a mail server they are kept. */
export const useHasMailServer = (): boolean => useOffice().profile.config.mailServer !== false

interface NoMailServerProps {
  /** Before the act, "Nothing will be sent"; after it, "Not sent". */
  when: 'before' | 'after'
  /** Prints what was to be sent. */
  print?: ReactNode
}

/** Nothing where a mail server is set. */
export function NoMailServer({ when, print }: NoMailServerProps) {
  const { t } = useTranslation('shells')
  if (useHasMailServer()) return null
  return (
    <div className={styles.room}>
      <Note tone="warn">
        <span className={styles.note}>
          {t(when === 'before' ? 'nothingWillBeSent' : 'notSent')}
          <Link to={officePaths.mails()}>{t('setUpMailServer')}</Link>
          {print}
        </span>
      </Note>
    </div>
  )
}
