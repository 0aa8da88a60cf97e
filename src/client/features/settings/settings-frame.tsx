import type { ReactNode } from 'react'
import { Box, Card, Flex, Group, Stack, Text } from '@mantine/core'
import { NavLink } from 'react-router-dom'
import { listAdmins } from '#contract/v1/admins.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { WholeLink } from '#client/shells/whole-link.tsx'
import { NotYours, useMayCall, useOwnDepot } from '#client/shells/role.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { settingsPaths } from './settings-paths.ts'
import { PART_TITLES } from './part-titles.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './settings.module.css'

const ABOUT_WORDS = sentences({
  business: 'Name, logo, address, ABN, GST, bank details, time zone',
  prices: 'Attempt fee and drivers’ pay',
  invoices: 'Due dates and reminders',
  collections: 'Notice to customers, put out by, cut-off, reminders',
  register: 'Link and QR code, terms, privacy notice',
  depots: 'For a firm with several yards: whose suburbs, drivers and runs',
  calendar: 'Working weeks of each year',
  templates: 'Quotations, welcome, invoices, reminders, receipts',
  mails: 'Sent, waiting and failed',
  users: 'Who can sign in to the office',
  security: 'How admins sign in',
  'api-tokens': 'What other programs may read and change',
  webhooks: 'Tell other programs what happened',
  audit: 'Who changed what, and when',
  system: 'Database, backup, phones, disk: what’s good and what isn’t',
  sources: 'Public holidays, postcodes and open source software',
})

/** Who may sign in, and how, is an owner's. */
const OF_OWNERS: readonly Part[] = ['users', 'security', 'api-tokens', 'webhooks']

/** What a user of one depot sees: the others are about the whole firm. */
const OF_A_DEPOT: readonly Part[] = ['mails', 'sources']

function useParts(): readonly Part[] {
  const isOwner = useMayCall(listAdmins)
  const seesAll = useOwnDepot() === null
  return PART_NAMES.filter((part) => (isOwner || !OF_OWNERS.includes(part)) && (seesAll || OF_A_DEPOT.includes(part)))
}

interface SettingsFrameProps {
  part: Part
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** Shows a part of the settings: at a desk beside the list of all parts, on a phone with a link back to it. */
export function SettingsFrame({ part, title, actions, children }: SettingsFrameProps) {
  const parts = useParts()
  return (
    <>
      <PageHeader
        title={title}
        right={actions === undefined ? undefined : <Group justify="flex-end">{actions}</Group>}
      />
      <PageContent wide>
        <Box hiddenFrom="md">
          <BackLink to={settingsPaths.index()}>{t('All settings')}</BackLink>
        </Box>
        <Flex align="start" gap="lg">
          <Flex
            component="nav"
            direction="column"
            gap={1}
            visibleFrom="md"
            w="11.5rem"
            flex="none"
            pos="sticky"
            top={16}
            aria-label={t('Settings sections')}
          >
            {parts.map((name) => (
              <NavLink
                key={name}
                to={PARTS[name]}
                className={name === part ? `${styles.part} ${styles.here}` : styles.part}
              >
                {t(PART_TITLES[name])}
              </NavLink>
            ))}
          </Flex>
          <Stack gap="md" flex={1} miw={0}>
            {parts.includes(part) ? children : <NotYours />}
          </Stack>
        </Flex>
      </PageContent>
    </>
  )
}

export function SettingsIndex() {
  const parts = useParts()
  return (
    <>
      <PageHeader title={t('Settings')} />
      <PageContent wide>
        <nav aria-label={t('Settings sections')}>
          <Tiles component="ul" min="17rem" maw="78rem">
            {parts.map((name) => (
              <Card key={name} component="li" style={{ gap: 0 }}>
                <WholeLink to={PARTS[name]}>{t(PART_TITLES[name])}</WholeLink>
                <Text c="dimmed" fz="sm">
                  {t(ABOUT_WORDS[name])}
                </Text>
              </Card>
            ))}
          </Tiles>
        </nav>
      </PageContent>
    </>
  )
}
