import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteSuburbRequest, listSuburbRequests, type SuburbRequest } from '#contract/v1/registration.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** /customer-requests/suburbs: people whose suburb isn't served yet. */
export function SuburbRequestsPage() {
  const { t } = useTranslation('requests')
  const { timeZone } = useOffice().profile.config
  const [answered, setAnswered] = useState<SuburbRequest | null>(null)
  const columns = useMemo(() => columnsOf(t, timeZone, setAnswered), [t, timeZone])
  return (
    <>
      <ListScreen
        name="suburb-requests"
        title={t('suburbRequests')}
        endpoint={listSuburbRequests}
        columns={columns}
        keyOf={({ suburbRequestID }) => suburbRequestID}
        nameOf={({ suburb }) => suburb}
        filters={[]}
        counted={(count) => t('suburbRequestsCounted', { count })}
        search={t('suburbRequestsHow')}
        defaultSort="-createdAt"
        actions={
          <Button component={Link} to={officePaths.requests()} variant="default">
            {t('back')}
          </Button>
        }
        empty={{ title: t('suburbRequestsEmpty'), how: t('suburbRequestsEmptyHow') }}
      />
      {answered === null ? null : (
        <ConfirmCommand
          opened
          question={t('answeredQuestion', { suburb: answered.suburb })}
          cancel={t('cancel')}
          confirm={t('delete')}
          danger
          endpoint={deleteSuburbRequest}
          input={{ suburbRequestID: answered.suburbRequestID }}
          done={t('answeredDone')}
          onClose={() => setAnswered(null)}
          onDone={() => setAnswered(null)}
        >
          <p>{t('answeredWhy')}</p>
        </ConfirmCommand>
      )}
    </>
  )
}

function columnsOf(
  t: Translate<'requests'>,
  timeZone: string,
  onAnswered: (row: SuburbRequest) => void,
): readonly Column<SuburbRequest>[] {
  const nameOf = ({ firstName, lastName }: SuburbRequest) => `${firstName} ${lastName}`
  const day = ({ createdAt }: SuburbRequest) => dayOf(new Date(createdAt), timeZone)
  return [
    {
      id: 'suburb',
      title: t('suburb'),
      main: true,
      sort: 'suburb',
      cell: ({ suburb }) => suburb,
      csv: ({ suburb }) => suburb,
    },
    {
      id: 'postcode',
      title: t('postcode'),
      sort: 'postcode',
      cell: ({ postcode }) => postcode,
      csv: ({ postcode }) => postcode,
    },
    { id: 'fullName', title: t('fullName'), cell: nameOf, csv: nameOf },
    { id: 'email', title: t('email'), cell: ({ email }) => <MailLink email={email} />, csv: ({ email }) => email },
    {
      id: 'mobilePhone',
      title: t('mobilePhone'),
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    { id: 'createdAt', title: t('askedOn'), sort: 'createdAt', cell: (row) => formatDay(day(row)), csv: day },
    {
      id: 'answered',
      title: t('answered'),
      cell: (row) => (
        <Button variant="default" onClick={() => onAnswered(row)}>
          {t('delete')}
        </Button>
      ),
    },
  ]
}
