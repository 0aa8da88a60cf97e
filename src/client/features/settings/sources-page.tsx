import { Anchor, Flex, Stack, Title } from '@mantine/core'
import { sentences, t } from '#client/ui/core/texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

const LINK_NAMES = sentences({
  dateHolidays: 'date-holidays',
  wikipedia: 'Public holidays in Australia',
  bySa: 'CC BY-SA 3.0',
  geonames: 'GeoNames',
  zxcvbn: 'zxcvbn-ts',
})

type LinkName = keyof typeof LINK_NAMES

const ADDRESS: Readonly<Record<LinkName, string>> = {
  dateHolidays: 'https://github.com/commenthol/date-holidays',
  wikipedia: 'https://en.wikipedia.org/wiki/Public_holidays_in_Australia',
  bySa: 'https://creativecommons.org/licenses/by-sa/3.0/',
  geonames: 'https://www.geonames.org/',
  zxcvbn: 'https://github.com/zxcvbn-ts/zxcvbn',
}

/** /settings/sources: the data and software the product contains, with the notices their licences require. */
export function SourcesPage() {
  const links = (...names: LinkName[]) => (
    <Flex component="p" wrap="wrap" align="center" gap="0 20px">
      {names.map((name) => (
        <Anchor key={name} href={ADDRESS[name]} target="_blank" rel="noreferrer" fw={600} py="xs">
          {t(LINK_NAMES[name])}
        </Anchor>
      ))}
    </Flex>
  )
  return (
    <SettingsFrame part="sources" title={t('Data sources and licences')}>
      <Stack gap="md" maw="44rem">
        <Flex component="section" direction="column" gap={6}>
          <Title order={2} size="h4">
            {t('Public holidays')}
          </Title>
          <p>
            {t(
              'The public holidays in the calendar come from date-holidays by commenthol and its contributors. The Australian dates are based on the Wikipedia article “Public holidays in Australia”. They’re used unchanged.',
            )}
          </p>
          <p>{t('Dates under Creative Commons Attribution-ShareAlike 3.0; software under the ISC licence.')}</p>
          {links('dateHolidays', 'wikipedia', 'bySa')}
        </Flex>
        <Flex component="section" direction="column" gap={6}>
          <Title order={2} size="h4">
            {t('Postcodes')}
          </Title>
          <p>
            {t(
              'Bagrun has no postcode list. It checks postcodes against the ranges Australia Post publishes for each state. Suburbs are the ones you enter or import.',
            )}
          </p>
          <p>
            {t(
              'If you import a list such as GeoNames (Creative Commons Attribution), name its source where you publish it.',
            )}
          </p>
          {links('geonames')}
        </Flex>
        <Flex component="section" direction="column" gap={6}>
          <Title order={2} size="h4">
            {t('Common passwords')}
          </Title>
          <p>{t('Common passwords aren’t allowed. The list is from @zxcvbn-ts/language-common.')}</p>
          <p>{t('MIT licence.')}</p>
          {links('zxcvbn')}
        </Flex>
        <Flex component="section" direction="column" gap={6}>
          <Title order={2} size="h4">
            {t('Software')}
          </Title>
          <p>
            {t(
              'Bagrun contains open source software, mostly under the MIT, ISC and Apache 2.0 licences. The licence texts are in “node_modules” on the server; docs/licences.md lists each package.',
            )}
          </p>
        </Flex>
        <Flex component="section" direction="column" gap={6}>
          <Title order={2} size="h4">
            {t('Icons and typeface')}
          </Title>
          <p>
            {t(
              'The icons were drawn for Bagrun. Office screens use the typeface Inter, PDFs use Noto Sans (both SIL Open Font License 1.1).',
            )}
          </p>
        </Flex>
      </Stack>
    </SettingsFrame>
  )
}
