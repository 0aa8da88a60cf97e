import { Fragment } from 'react'
import { Button } from '@mantine/core'
import type { ReminderPreview } from '#contract/v1/reminders.ts'
import { FoldedCustomers } from '#client/shells/folded-customers.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import styles from './reminders.module.css'

interface WhoProps {
  preview: ReminderPreview
  /** Saves those without an email as a file. */
  saveCallList: () => Promise<void>
}

export function WhoGetsIt({ preview, saveCallList }: WhoProps) {
  const { recipients, added } = preview
  return (
    <>
      <section className={styles.part} aria-label={t('Who it goes to')}>
        <h2 className={styles.heading}>
          {plural(recipients.count, 'Going to {{count}} customer', 'Going to {{count, number}} customers')}
        </h2>
        {added > 0 && added < recipients.count ? (
          <p className={styles.soft}>
            {plural(
              added,
              '{{count}} is new and will be added when it’s sent.',
              '{{count, number}} are new and will be added when it’s sent.',
            )}
          </p>
        ) : null}
        {recipients.count === 0 ? null : (
          <FoldedCustomers summary={t('Show names')} count={recipients.count} customers={recipients.customers} />
        )}
      </section>
      <WhoDoesNot preview={preview} saveCallList={saveCallList} />
    </>
  )
}

export function WhoDoesNot({ preview: { leftOut }, saveCallList }: WhoProps) {
  return (
    <section className={styles.part} aria-label={t('Not going to these customers')}>
      <h2 className={styles.heading}>{t('Not going to these customers')}</h2>
      {leftOut.length === 0 ? <p className={styles.soft}>{t('No customers are left out.')}</p> : null}
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
                {t('Call list (CSV)')}
              </Button>
            </div>
          ) : null}
        </Fragment>
      ))}
    </section>
  )
}
