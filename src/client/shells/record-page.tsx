import type { ReactNode } from 'react'
import { Group, Stack } from '@mantine/core'
import type { To } from 'react-router-dom'
import { showPhone } from '#domain/phone-number-text.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { MailLink } from './mail-link.tsx'
import { useMayChange } from './role.tsx'
import { useNarrow } from './use-narrow.ts'
import { BackLink } from './back-link.tsx'

interface RecordPageProps {
  /** Empty until the record is loaded. */
  title: string
  back: { readonly to: To; readonly label: string }
  about: ReactNode
  /** Not shown to a user whose role only reads what the page is about. */
  acts: ReactNode
  children: ReactNode
}

export function RecordPage({ title, back, about, acts: given, children }: RecordPageProps) {
  const acts = useMayChange() ? given : null
  const isNarrow = useNarrow()
  return (
    <>
      <PageHeader
        title={title}
        {...(isNarrow || acts === null ? {} : { right: <Group justify="flex-end">{acts}</Group> })}
      >
        <Group gap="2px 14px" c="dimmed">
          <BackLink to={back.to}>{back.label}</BackLink>
          {isNarrow ? null : about}
        </Group>
      </PageHeader>
      <PageContent wide>
        {/* Keeps the height of a phone's header while the record loads. */}
        {isNarrow && (about !== null || acts !== null) ? (
          <Stack gap="xs" mb="sm">
            <Group gap="2px 14px" c="dimmed">
              {about}
            </Group>
            <Group>{acts}</Group>
          </Stack>
        ) : null}
        {children}
      </PageContent>
    </>
  )
}

interface Reachable {
  readonly address?: string | null
  readonly suburb?: string | null
  readonly postcode?: string | null
  readonly mobilePhone: string | null
  readonly homePhone?: string | null
  readonly email: string | null
}

export function Contact({ address, suburb, postcode, mobilePhone, homePhone, email }: Reachable) {
  const phone = mobilePhone ?? homePhone ?? null
  const place = [address, [suburb, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <>
      {place === '' ? null : <span>{place}</span>}
      {phone === null ? null : <a href={`tel:${phone}`}>{showPhone(phone)}</a>}
      {email === null ? null : <MailLink email={email} />}
    </>
  )
}
