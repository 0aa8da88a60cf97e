import { Fragment } from 'react'
import { Button, Card, Text, Title } from '@mantine/core'
import type { ReminderPreview } from '#contract/v1/reminders.ts'
import { FoldedCustomers } from '#client/shells/folded-customers.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface WhoProps {
  preview: ReminderPreview
  /** Saves those without an email as a file. */
  saveCallList: () => Promise<void>
}

export function WhoGetsIt({ preview, saveCallList }: WhoProps) {
  const { recipients, added } = preview
  return (
    <>
      <Card component="section" aria-label={t('Who it goes to')}>
        <Title order={2}>
          {plural(recipients.count, 'Going to {{count}} customer', 'Going to {{count, number}} customers')}
        </Title>
        {added > 0 && added < recipients.count ? (
          <Text c="dimmed">
            {plural(
              added,
              '{{count}} is new and will be added when it’s sent.',
              '{{count, number}} are new and will be added when it’s sent.',
            )}
          </Text>
        ) : null}
        {recipients.count === 0 ? null : (
          <FoldedCustomers summary={t('Show names')} count={recipients.count} customers={recipients.customers} />
        )}
      </Card>
      <WhoDoesNot preview={preview} saveCallList={saveCallList} />
    </>
  )
}

export function WhoDoesNot({ preview: { leftOut }, saveCallList }: WhoProps) {
  return (
    <Card component="section" aria-label={t('Not going to these customers')}>
      <Title order={2}>{t('Not going to these customers')}</Title>
      {leftOut.length === 0 ? <Text c="dimmed">{t('No customers are left out.')}</Text> : null}
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
    </Card>
  )
}
