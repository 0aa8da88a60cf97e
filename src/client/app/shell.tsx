import { Suspense, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { AppShell } from '#client/ui/core/app-shell.tsx'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { LogoutIcon } from '#client/ui/core/icons.tsx'
import { menuEntry, menuHeading } from '#client/ui/core/menu-entry.ts'
import { usePageSection } from '#client/ui/core/page-title.ts'
import { SignedInAs } from '#client/ui/core/signed-in-as.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { paths } from './paths.ts'

const ROLE_WORDS = sentences({
  ADMIN: 'ADMIN',
  DRIVER: 'DRIVER',
  CUSTOMER: 'CUSTOMER',
})

export interface MenuEntry {
  readonly label: string
  readonly to: string
  readonly icon: ReactNode
  /** Current only on this very address, not on those below it. */
  readonly exact?: boolean
  /** Another address that belongs to this entry. */
  readonly also?: string
  /** How many wait behind the entry. */
  readonly count?: ReactNode
}

interface ShellProps {
  profile: Profile
  menu: readonly MenuEntry[]
  /** A second group below the menu. */
  more?: { title: string; entries: readonly MenuEntry[] } | undefined
  onLogout: () => void
  /** Above the menu; `close` closes the phone's menu. */
  tools?: (close: () => void) => ReactNode
  /** Above every page: sign in again, new version, install. */
  notices?: ReactNode
  /** Clears what a failed page must load again. */
  onRetry?: () => void
  children: ReactNode
}

/** The frame for every signed-in user; each role passes its menu. */
export function Shell({ profile, menu, more, onLogout, tools, notices, onRetry, children }: ShellProps) {
  const { pathname } = useLocation()
  const isCurrent = ({ to, exact = false, also }: MenuEntry) =>
    [to.split('?')[0], also].some((at) => pathname === at || (!exact && pathname.startsWith(`${at}/`)))
  usePageSection([...menu, ...(more?.entries ?? [])].find(isCurrent)?.label ?? '')
  const renderEntries = (entries: readonly MenuEntry[], close: () => void) =>
    entries.map((entry) => (
      <Link
        key={entry.label}
        to={entry.to}
        className={menuEntry}
        onClick={close}
        aria-current={isCurrent(entry) ? 'page' : undefined}
      >
        {entry.icon}
        {entry.label}
        {entry.count}
      </Link>
    ))
  return (
    <AppShell
      name={profile.business.name}
      logoUrl={profile.business.logoUrl}
      notices={notices}
      words={{
        openMenu: t('Open menu'),
        closeMenu: t('Close menu'),
        menu: t('Menu'),
        skipToContent: t('Skip to content'),
      }}
      renderMenu={(close) => (
        <>
          {tools?.(close)}
          {renderEntries(menu, close)}
          {more === undefined ? null : (
            <>
              <div className={menuHeading}>{more.title}</div>
              {renderEntries(more.entries, close)}
            </>
          )}
          <button
            type="button"
            className={menuEntry}
            onClick={() => {
              close()
              onLogout()
            }}
          >
            <LogoutIcon />
            {t('Logout')}
          </button>
        </>
      )}
      renderFooter={(close) => (
        <SignedInAs
          renderLink={(words) => (
            <Link
              to={paths.profile()}
              className={menuEntry}
              onClick={close}
              aria-current={pathname === paths.profile() ? 'page' : undefined}
            >
              {words}
            </Link>
          )}
          profileWords={t('Your profile')}
          fullName={profile.fullName}
          role={t(ROLE_WORDS[profile.role])}
          {...(profile.role === 'CUSTOMER'
            ? { balance: { label: t('Balance'), dollars: profile.accountBalance } }
            : {})}
        />
      )}
    >
      <ErrorBoundary onRetry={onRetry} home={paths.home()} page={pathname}>
        <Suspense fallback={<FullPageSpinner label={t('Loading')} />}>{children}</Suspense>
      </ErrorBoundary>
    </AppShell>
  )
}
