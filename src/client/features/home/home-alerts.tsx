import { useState } from 'react'
import { Anchor, Box, Button, Card, Flex, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { type Alert, resolveAlert } from '#contract/v1/alerts.ts'
import { type AlertKind, DEBIT_RETURNED } from '#domain/alerts.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { May } from '#client/shells/role.tsx'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'

export function HomeAlerts({ alerts: all }: { alerts: readonly Alert[] }) {
  const alerts = all.filter(({ kind }) => !isTask(kind))
  const [resolving, setResolving] = useState<Alert | null>(null)
  if (alerts.length === 0) return null
  return (
    <Box aria-labelledby="alerts" component="section" mb="xl">
      <Title order={2} id="alerts">
        {t('Needs attention')}
      </Title>
      <Flex component="ul" direction="column" gap="xs" mt="xs">
        {alerts.map((alert) => {
          const { alertID, kind, title, advice, openedAt } = alert
          return (
            <Card
              key={alertID}
              component="li"
              padding="sm"
              bg="var(--br-bad)"
              c="var(--br-bad-ink)"
              style={{ flexFlow: 'row wrap' }}
            >
              <Box component="span" flex="none" pt={2} aria-hidden="true">
                <AlertIcon />
              </Box>
              <Stack gap={4} flex="1 1 14rem" miw={0}>
                <strong>{title}</strong>
                <Text>
                  {advice}{' '}
                  <Text span fz="sm">
                    {t('Since {{time}}', { time: formatDayAndTime(openedAt) })}
                  </Text>
                </Text>
                {kind === 'payment-unbooked' ? (
                  <May call={resolveAlert}>
                    <Button variant="default" size="compact-md" mr="auto" onClick={() => setResolving(alert)}>
                      {t('Mark resolved')}
                    </Button>
                  </May>
                ) : null}
              </Stack>
              <Way alert={alert} />
            </Card>
          )
        })}
      </Flex>
      {resolving === null ? null : (
        <ReasonDialog
          title={t('Mark this card payment as resolved?')}
          endpoint={resolveAlert}
          fixed={{ alertID: resolving.alertID }}
          label={t('What was done')}
          done={t('Marked as resolved')}
          submit={t('Mark resolved')}
          onClose={() => setResolving(null)}
        >
          <p>
            <strong>{resolving.title}</strong>
          </p>
          <p>
            {t(
              'Say what you did, for example “Recorded as T000042” or “Refunded in Stripe”. The warning goes away for good.',
            )}
          </p>
        </ReasonDialog>
      )}
    </Box>
  )
}

/** A link to the page where the alert can be resolved; none where only the server's operator can. */
function Way({ alert: { kind, subject } }: { alert: Alert }) {
  const [to, words] = wayOf(kind, subject)
  return to === null ? null : (
    <Anchor component={Link} to={to} c="inherit" fw={600}>
      {words}
    </Anchor>
  )
}

function wayOf(kind: AlertKind, subject: string): readonly [string | null, string] {
  if (kind === 'final-sent') return [officePaths.chasing(), t('View reminders')]
  if (kind === 'customers-held') return [officePaths.onHold(), t('View who is on hold')]
  if (kind === 'bank-file-old') return [officePaths.bank(), t('Import a bank file')]
  if (kind === 'hold-ended') return [officePaths.run(subject.split(' ')[1] ?? ''), t('Add')]
  if (kind === 'charge-failed') return [officePaths.charges({ state: 'failed' }), t('View charges')]
  if (kind === 'debit-silent') return [officePaths.charges({ state: 'pending' }), t('View charges')]
  if (kind === 'charges-unanswered') return [officePaths.charges({ state: 'asked' }), t('View charges')]
  if (kind === 'autopay-paused' || isOfBankDebit(kind, subject))
    return [officePaths.customer(subject.split(' ')[0] ?? ''), t('View customer')]
  // The link searches for their note: the sandbox's bank debits are among the payments that are counted, and a filter
  // names one type only.
  if (kind === 'payments-sandbox')
    return [officePaths.transactions({ keyword: 'Sandbox', purpose: 'payment' }), t('Open test payments')]
  if (kind === 'webhook-failed') return [officePaths.webhooks(), t('View webhooks')]
  return kind === 'mail-stuck' || kind === 'mail-refused'
    ? [officePaths.mails(), t('View emails')]
    : isOfDevice(kind)
      ? [officePaths.devices(), t('View phones')]
      : isOfPayments(kind)
        ? [officePaths.transactions({ paymentType: 'CARD' }), t('Open card payments')]
        : [null, '']
}

/** Whether the alert is something to do, which is listed among the tasks. An alarm is what is wrong now. */
const isTask = (kind: AlertKind) => kind === 'reminders-due' || kind === 'calendar-ending'
const isOfPayments = (kind: AlertKind) =>
  kind === 'payment-unbooked' || kind === 'payment-disputed' || kind === 'refund-failed'
/** These are not among the card payments: a failed debit is no payment, and a returned one is of another type. */
const isOfBankDebit = (kind: AlertKind, subject: string) =>
  kind === 'debit-failed' || (kind === 'payment-disputed' && subject.endsWith(` ${DEBIT_RETURNED}`))
const isOfDevice = (kind: AlertKind) => kind === 'phone-silent' || kind === 'records-missing'
