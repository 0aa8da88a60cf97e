import { Flex, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getMailAttachment, listMails } from '#contract/v1/mails.ts'
import { ask } from '#client/api/query-client.ts'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const STATEMENT_WORDS = sentences({
  queued: 'Waiting to be sent to {{to}}',
  sent: 'Sent to {{to}}',
  failed: 'Couldn’t be sent to {{to}}',
  kept: 'Not sent to {{to}}: no mail server is set up',
})

/** The number of statements shown, the newest first. The emails of the settings list all. */
const SHOWN = 10

export function SentStatements({ customerID }: { customerID: string }) {
  const { data } = useQuery({
    ...ask(listMails, { customerID, statements: 'true', perPage: SHOWN, sort: '-createdAt' }),
    staleTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Flex aria-labelledby="sent-statements" component="section" direction="column" gap="xs">
      <Title order={2} size="h4" id="sent-statements">
        {t('Emailed statements')}
      </Title>
      <Flex component="ul" direction="column" gap="xs">
        {data.items.map((mail) => (
          <Flex key={mail.mailID} component="li" wrap="wrap" align="center" gap="4px 16px">
            <span>
              {mail.sentAt === null
                ? [t(STATEMENT_WORDS[mail.state], { to: mail.to }), ...(mail.error === null ? [] : [mail.error])].join(
                    ': ',
                  )
                : t('Sent on {{time}} to {{to}}', { time: formatDayAndTime(mail.sentAt), to: mail.to })}
            </span>
            {mail.attachments.map((name, at) => (
              <PdfButton
                key={name}
                endpoint={getMailAttachment}
                input={{ mailID: mail.mailID, at }}
                name={name}
                label={name.replace(/\.pdf$/, '')}
              />
            ))}
          </Flex>
        ))}
      </Flex>
    </Flex>
  )
}
