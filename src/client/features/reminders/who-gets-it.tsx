import { Fragment } from 'react'
import { Button } from '@mantine/core'
import type { ReminderPreview } from '#contract/v1/reminders.ts'
import { FoldedCustomers } from '#client/shells/folded-customers.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './reminders.module.css'

interface WhoProps {
  preview: ReminderPreview
  /** Saves those without an email as a file. */
  saveCallList: () => Promise<void>
}

export function WhoGetsIt({ preview, saveCallList }: WhoProps) {
  const { t } = useTranslation('reminders')
  const { recipients, added } = preview
  return (
    <>
      <section className={styles.part} aria-label={t('who')}>
        <h2 className={styles.heading}>{t('recipients', { count: recipients.count })}</h2>
        {added > 0 && added < recipients.count ? <p className={styles.soft}>{t('added', { count: added })}</p> : null}
        {recipients.count === 0 ? null : (
          <FoldedCustomers summary={t('showNames')} count={recipients.count} customers={recipients.customers} />
        )}
      </section>
      <WhoDoesNot preview={preview} saveCallList={saveCallList} />
    </>
  )
}

export function WhoDoesNot({ preview: { leftOut }, saveCallList }: WhoProps) {
  const { t } = useTranslation('reminders')
  return (
    <section className={styles.part} aria-label={t('leftOut')}>
      <h2 className={styles.heading}>{t('leftOut')}</h2>
      {leftOut.length === 0 ? <p className={styles.soft}>{t('nobodyLeftOut')}</p> : null}
      {leftOut.map(({ reason, message, count, customers }) => (
        <Fragment key={reason}>
          <FoldedCustomers
            summary={`${count.toLocaleString('en-AU')} ${message}`}
            count={count}
            customers={customers}
          />
          {reason === 'no_email' ? (
            <div>
              <Button variant="default" onClick={() => void saveCallList()}>
                {t('callList')}
              </Button>
            </div>
          ) : null}
        </Fragment>
      ))}
    </section>
  )
}
