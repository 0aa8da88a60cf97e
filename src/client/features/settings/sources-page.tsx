import { useTranslation } from '#client/ui/core/use-translation.ts'
import { SettingsFrame } from './settings-frame.tsx'
import type { sourcesWords } from './sources-words.ts'
import styles from './sources.module.css'

type LinkName = keyof (typeof sourcesWords)['links']

const ADDRESS: Readonly<Record<LinkName, string>> = {
  dateHolidays: 'https://github.com/commenthol/date-holidays',
  wikipedia: 'https://en.wikipedia.org/wiki/Public_holidays_in_Australia',
  bySa: 'https://creativecommons.org/licenses/by-sa/3.0/',
  geonames: 'https://www.geonames.org/',
  zxcvbn: 'https://github.com/zxcvbn-ts/zxcvbn',
}

/** /settings/sources: the data and software the product contains, with the notices their licences require. */
export function SourcesPage() {
  const { t } = useTranslation('settings')
  const links = (...names: LinkName[]) => (
    <p className={styles.links}>
      {names.map((name) => (
        <a key={name} href={ADDRESS[name]} target="_blank" rel="noreferrer">
          {t(`sources.links.${name}`)}
        </a>
      ))}
    </p>
  )
  return (
    <SettingsFrame part="sources" title={t('part.sources')}>
      <div className={styles.sources}>
        <section>
          <h2>{t('sources.holidays')}</h2>
          <p>{t('sources.holidaysText')}</p>
          <p>{t('sources.holidaysLicence')}</p>
          {links('dateHolidays', 'wikipedia', 'bySa')}
        </section>
        <section>
          <h2>{t('sources.postcodes')}</h2>
          <p>{t('sources.postcodesText')}</p>
          <p>{t('sources.postcodesLicence')}</p>
          {links('geonames')}
        </section>
        <section>
          <h2>{t('sources.passwords')}</h2>
          <p>{t('sources.passwordsText')}</p>
          <p>{t('sources.passwordsLicence')}</p>
          {links('zxcvbn')}
        </section>
        <section>
          <h2>{t('sources.software')}</h2>
          <p>{t('sources.softwareText')}</p>
        </section>
        <section>
          <h2>{t('sources.own')}</h2>
          <p>{t('sources.ownText')}</p>
        </section>
      </div>
    </SettingsFrame>
  )
}
