import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { settingsPaths } from './settings-paths.ts'
import styles from './settings.module.css'

interface SettingsFrameProps {
  part: Part
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A part of the settings: at a desk beside the list of all parts, on a phone with a link back to it. */
export function SettingsFrame({ part, title, actions, children }: SettingsFrameProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <PageHeader
        title={title}
        right={actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      />
      <PageContent wide>
        <Link className={styles.back} to={settingsPaths.index()}>
          ‹ {t('all')}
        </Link>
        <div className={styles.frame}>
          <nav className={styles.parts} aria-label={t('parts')}>
            {PART_NAMES.map((name) => (
              <NavLink
                key={name}
                to={PARTS[name]}
                className={name === part ? `${styles.part} ${styles.here}` : styles.part}
              >
                {t(`part.${name}`)}
              </NavLink>
            ))}
          </nav>
          <div className={styles.content}>{children}</div>
        </div>
      </PageContent>
    </>
  )
}

export function SettingsIndex() {
  const { t } = useTranslation('settings')
  return (
    <>
      <PageHeader title={t('title')} />
      <PageContent wide>
        <nav aria-label={t('parts')}>
          <ul className={styles.index}>
            {PART_NAMES.map((name) => (
              <li key={name} className={styles.entry}>
                <Link to={PARTS[name]} className={styles.entryLink}>
                  {t(`part.${name}`)}
                </Link>
                <p className={styles.how}>{t(`about.${name}`)}</p>
              </li>
            ))}
          </ul>
        </nav>
      </PageContent>
    </>
  )
}
