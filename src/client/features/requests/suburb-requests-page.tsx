import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { deleteSuburbRequest, listSuburbRequests, type SuburbRequest } from '#contract/v1/registration.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

/** /customer-requests/suburbs: people whose suburb isn't served yet. */
export function SuburbRequestsPage() {
  const { timeZone } = useOffice().profile.config
  const [answered, setAnswered] = useState<SuburbRequest | null>(null)
  const columns = useMemo(() => columnsOf(timeZone, setAnswered), [timeZone])
  return (
    <>
      <ListScreen
        name="suburb-requests"
        title={t('Suburbs asked for')}
        endpoint={listSuburbRequests}
        columns={columns}
        keyOf={({ suburbRequestID }) => suburbRequestID}
        nameOf={({ suburb }) => suburb}
        filters={[]}
        counted={(count) => plural(count, '{{count}} request for a suburb', '{{count, number}} requests for a suburb')}
        search={t('Suburb, postcode, name, email')}
        defaultSort="-createdAt"
        links={[{ label: t('All requests'), to: officePaths.requests() }]}
        empty={{
          title: t('No requests for new suburbs'),
          how: t('People whose suburb isn’t in your list leave their details here.'),
        }}
      />
      {answered === null ? null : (
        <ConfirmCommand
          opened
          question={t('Delete the request for {{suburb}}?', { suburb: answered.suburb })}
          confirm={t('Delete')}
          danger
          endpoint={deleteSuburbRequest}
          input={{ suburbRequestID: answered.suburbRequestID }}
          done={t('Deleted')}
          onClose={() => setAnswered(null)}
        >
          <p>{t('Delete it once it is answered. It can’t be brought back.')}</p>
        </ConfirmCommand>
      )}
    </>
  )
}

function columnsOf(timeZone: string, onAnswered: (row: SuburbRequest) => void): readonly Column<SuburbRequest>[] {
  const nameOf = ({ firstName, lastName }: SuburbRequest) => `${firstName} ${lastName}`
  const day = ({ createdAt }: SuburbRequest) => dayOf(new Date(createdAt), timeZone)
  return [
    plainColumn('suburb', t('Suburb'), { main: true, sort: true }),
    plainColumn('postcode', t('Postcode'), { sort: true }),
    { id: 'fullName', title: t('Full name'), cell: nameOf, csv: nameOf },
    { id: 'email', title: t('Email'), cell: ({ email }) => <MailLink email={email} />, csv: ({ email }) => email },
    {
      id: 'mobilePhone',
      title: t('Mobile phone'),
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    { id: 'createdAt', title: t('Requested on'), sort: 'createdAt', cell: (row) => formatDay(day(row)), csv: day },
    {
      id: 'answered',
      title: t('Answered'),
      cell: (row) => (
        <Button variant="default" onClick={() => onAnswered(row)}>
          {t('Delete')}
        </Button>
      ),
    },
  ]
}
