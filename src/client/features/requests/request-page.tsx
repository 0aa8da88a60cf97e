import { useState } from 'react'
import { Alert, Box, Button, Checkbox, Skeleton, Stack } from '@mantine/core'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { mergeRequest, previewMerge } from '#contract/v1/requests.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask, NotThere } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Contact, RecordPage } from '#client/shells/record-page.tsx'
import { useMayChangeMoney } from '#client/shells/role.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { RequestActs } from './request-acts.tsx'
import { RequestFacts } from './request-facts.tsx'
import { type Request, useRequest } from './use-request.ts'

export function RequestPage({ customerID }: { customerID: string }) {
  const { timeZone } = useOffice().profile.config
  const { data: request, error, refetch } = useRequest(customerID)
  const isOver = error instanceof NotThere
  const { state } = useLocation()
  const list = officePaths.requests() + ((state as { list?: string } | null)?.list ?? '')
  return (
    <RecordPage
      title={request?.fullName ?? t('Customer requests')}
      back={{ to: list, label: t('All requests') }}
      about={request === undefined ? null : <About request={request} timeZone={timeZone} />}
      acts={request === undefined || isOver ? null : <RequestActs request={request} list={list} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {request === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="md">
          {/* It was still a request when the page was opened. */}
          {isOver ? (
            <Alert color="yellow" role="alert" title={t('No longer a request')}>
              {t('It was made official or deleted.')}{' '}
              <Link to={officePaths.customer(customerID)}>{t('View customer')}</Link>
            </Alert>
          ) : null}
          <Double request={request} />
          <RequestFacts request={request} timeZone={timeZone} />
        </Stack>
      )}
    </RecordPage>
  )
}

function About({ request, timeZone }: { request: Request; timeZone: string }) {
  return (
    <>
      <AcceptedBadge request={request} timeZone={timeZone} />
      <Contact {...request} />
    </>
  )
}

function AcceptedBadge({ request: { acceptedAt }, timeZone }: { request: Request; timeZone: string }) {
  return acceptedAt === null ? (
    <StateBadge tone="rest">{t('Open')}</StateBadge>
  ) : (
    <StateBadge tone="good">
      {t('Accepted on {{day}}', { day: formatDay(dayOf(new Date(acceptedAt), timeZone)) })}
    </StateBadge>
  )
}

interface MergeEffectProps {
  request: Request
  into: string
  takeEmail: boolean
  onTakeEmail: (takeEmail: boolean) => void
}

/** The request's email would sign in as the customer, so it is never added unsaid. */
function MergeEffect({ request: { customerID, email }, into, takeEmail, onTakeEmail }: MergeEffectProps) {
  const { data, error, refetch } = useQuery({
    ...ask(previewMerge, { customerID, into }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { moved, pays, balance } = data
  const money = (dollars: number) => showDollars(Math.abs(dollars))
  const sentences = [
    t('{{amount}} moves to the customer.', { amount: money(moved) }),
    pays > 0 && t('{{amount}} of it pays open invoices.', { amount: money(pays) }),
    balance === 0
      ? t('The customer then owes nothing.')
      : t(balance < 0 ? 'The customer then owes {{amount}}.' : 'The customer then has {{amount}} in credit.', {
          amount: money(balance),
        }),
  ]
  return (
    <Stack gap="sm">
      <Note tone={moved > 0 ? 'warn' : 'good'}>
        {moved === 0 ? t('No money moves.') : sentences.filter((one) => one !== false).join(' ')}
      </Note>
      {data.email === 'stays' ? t('The customer’s email stays as it is.') : null}
      {data.email === 'unconfirmed' ? t('{{email}} isn’t added: it isn’t confirmed.', { email: email ?? '' }) : null}
      {data.email === 'asked' ? (
        <Checkbox
          label={t('Can log in as this customer with {{email}}', { email: email ?? '' })}
          description={t('Only if you know it’s them. Otherwise the email isn’t added.')}
          checked={takeEmail}
          onChange={(event) => onTakeEmail(event.currentTarget.checked)}
        />
      ) : null}
    </Stack>
  )
}

/** Two customers for one household would both be invoiced. */
function Double({ request }: { request: Request }) {
  const { customerID, fullName, version, possibleDouble } = request
  const navigate = useNavigate()
  const [merging, setMerging] = useState(false)
  const [takeEmail, setTakeEmail] = useState(false)
  const movesMoney = useMayChangeMoney()
  const close = () => {
    setMerging(false)
    setTakeEmail(false)
  }
  if (possibleDouble === null) return null
  const { customerID: into, refId, hasMoney = false } = possibleDouble
  const name = `${possibleDouble.fullName} (${refId})`
  return (
    <>
      <Alert color="yellow" title={t('This person may already be a customer')}>
        {t('Same email, mobile phone, or name and address:')} <Link to={officePaths.customer(into)}>{name}</Link>
        {hasMoney && !movesMoney ? (
          <p>{t('They paid already, so an owner, the office or accounts must merge them into the customer.')}</p>
        ) : (
          <Box mt="xs">
            <Button variant="default" onClick={() => setMerging(true)}>
              {t('Merge into customer')}
            </Button>
          </Box>
        )}
      </Alert>
      <ConfirmCommand
        opened={merging}
        question={t('Merge {{from}} into {{into}}?', { from: fullName, into: name })}
        confirm={t('Merge into customer')}
        endpoint={mergeRequest}
        input={{ customerID, into, takeEmail }}
        ifMatch={version}
        done={t('Merged')}
        onClose={close}
        onDone={() => navigate(officePaths.customer(into), { replace: true })}
      >
        <p>
          {t(
            'What was paid in advance moves to the customer’s account. Notes are added, and the title, company and phones where the customer has none. Then this request is deleted.',
          )}
        </p>
        <MergeEffect request={request} into={into} takeEmail={takeEmail} onTakeEmail={setTakeEmail} />
      </ConfirmCommand>
    </>
  )
}
