import { useState } from 'react'
import { Button, Card, Checkbox, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { type previewKeptMails, sendKeptMails } from '#contract/v1/mails.ts'
import { MAIL_AGES, type MailAge, type MailKind } from '#domain/mail-kinds.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MAIL_KIND_WORDS, UP_TO_AGE_WORDS } from '#client/shells/mail-kinds.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const AGE_WORDS = sentences({
  week: 'Last 7 days',
  month: '8–31 days',
  older: 'Older',
})

const LEFT_OUT_WORDS = {
  too_late: (count: number) =>
    plural(
      count,
      '{{count}} is left out: it’s too late for it, such as a reminder of a past week.',
      '{{count, number}} are left out: it’s too late for them, such as reminders of past weeks.',
    ),
  link_expired: (count: number) =>
    plural(
      count,
      '{{count}} is left out: its link has expired.',
      '{{count, number}} are left out: their links have expired.',
    ),
  paid: (count: number) =>
    plural(
      count,
      '{{count}} is left out: nothing is owing on its invoice.',
      '{{count, number}} are left out: nothing is owing on their invoices.',
    ),
  not_due: (count: number) =>
    plural(
      count,
      '{{count}} reminder is left out: its customer has no collection to come that week, or wants no reminders.',
      '{{count, number}} reminders are left out: their customers have no collection to come that week, or want no reminders.',
    ),
} as const

type Kept = OutputOf<typeof previewKeptMails>
type OfKind = Kept['kinds'][number]

/** The emails kept while no mail server was set, by kind and age, and sending them in one go. */
export function KeptMails({ kept, hasServer }: { kept: Kept; hasServer: boolean }) {
  const [left, setLeft] = useState<readonly MailKind[]>([])
  const [upTo, setUpTo] = useState<MailAge>('older')
  const [asking, setAsking] = useState(false)
  const chosen = kept.kinds.filter(({ kind }) => !left.includes(kind))
  const count = chosen.reduce((sum, one) => sum + countOf(one, upTo), 0)
  const toggle = (kind: MailKind) => setLeft(left.includes(kind) ? left.filter((one) => one !== kind) : [...left, kind])
  return (
    <Card component="section" mb="md" aria-labelledby="kept-mails">
      <Stack gap="xs">
        <Title order={2} size="h4" id="kept-mails">
          {kept.sendable === 0
            ? t('No kept emails to send')
            : hasServer
              ? plural(
                  kept.sendable,
                  '{{count}} email was kept and can be sent',
                  '{{count, number}} emails were kept and can be sent',
                )
              : plural(kept.sendable, '{{count}} email wasn’t sent', '{{count, number}} emails weren’t sent')}
        </Title>
        {kept.sendable === 0 ? null : (
          <p>
            {t(
              hasServer
                ? 'Written while no mail server was set up.'
                : 'Once a mail server is set up, they can be sent from here.',
            )}
          </p>
        )}
        {kept.kinds.length === 0 ? null : (
          <Table horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('What')}</Table.Th>
                {MAIL_AGES.map((age) => (
                  <Table.Th key={age} scope="col" ta="end">
                    {t(AGE_WORDS[age])}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {kept.kinds.map((one) => (
                <Table.Tr key={one.kind}>
                  <Table.Th scope="row">
                    {hasServer ? (
                      <Checkbox
                        label={t(MAIL_KIND_WORDS[one.kind])}
                        checked={!left.includes(one.kind)}
                        onChange={() => toggle(one.kind)}
                      />
                    ) : (
                      t(MAIL_KIND_WORDS[one.kind])
                    )}
                  </Table.Th>
                  {MAIL_AGES.map((age) => (
                    <Table.Td key={age} ta="end">
                      {one[age]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {kept.leftOut.map(({ reason, count: leftOut }) => (
          <Text key={reason} c="dimmed">
            {LEFT_OUT_WORDS[reason](leftOut)}
          </Text>
        ))}
        {hasServer && kept.kinds.length > 0 ? (
          <Group align="end">
            <NativeSelect
              label={t('Send those of')}
              value={upTo}
              onChange={({ currentTarget }) => setUpTo(currentTarget.value as MailAge)}
              data={MAIL_AGES.map((age) => ({ value: age, label: t(UP_TO_AGE_WORDS[age]) }))}
            />
            <Button disabled={count === 0} onClick={() => setAsking(true)}>
              {plural(count, 'Send {{count}} email', 'Send {{count, number}} emails')}
            </Button>
          </Group>
        ) : null}
      </Stack>
      <ConfirmCommand
        opened={asking}
        question={plural(count, 'Send {{count}} kept email?', 'Send {{count, number}} kept emails?')}
        confirm={plural(count, 'Send {{count}} email', 'Send {{count, number}} emails')}
        endpoint={sendKeptMails}
        input={{ kinds: chosen.map(({ kind }) => kind), upTo }}
        done={({ queued }) =>
          plural(queued, '{{count}} email is waiting to be sent', '{{count, number}} emails are waiting to be sent')
        }
        onClose={() => setAsking(false)}
      >
        <p>{t('They’re sent exactly as written, even if details have changed since.')}</p>
      </ConfirmCommand>
    </Card>
  )
}

/** How many of the kind are at most this old. */
function countOf(one: OfKind, upTo: MailAge): number {
  const ages = MAIL_AGES.slice(0, MAIL_AGES.indexOf(upTo) + 1)
  return ages.reduce((sum, age) => sum + one[age], 0)
}
