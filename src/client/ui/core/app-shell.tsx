import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { hidePicture } from './hide-picture.ts'
import { MenuIcon } from './icons.tsx'
import { usePageTitle } from './page-title.ts'
import styles from './app-shell.module.css'

interface ShellWords {
  openMenu: string
  closeMenu: string
  menu: string
  skipToContent: string
}

interface Shell {
  readonly openMenu: () => void
  readonly words: ShellWords
}

const ShellContext = createContext<Shell | undefined>(undefined)

interface AppShellProps {
  name: string
  logoUrl: string | null
  /** The entries of the menu; `close` closes the phone's menu after a choice. */
  renderMenu: (close: () => void) => ReactNode
  /** The signed-in user, under the menu; `close` as for the menu. */
  renderFooter: (close: () => void) => ReactNode
  /** Notices about the whole app, on every page: sign in again, new version, install. */
  notices?: ReactNode
  words: ShellWords
  children: ReactNode
}

/** A sidebar at a desk; on a phone the page's header has a button that opens the same menu. */
export function AppShell({ name, logoUrl, renderMenu, renderFooter, notices, words, children }: AppShellProps) {
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpened(false), [])
  const [shell] = useState<Shell>(() => ({ openMenu: () => setOpened(true), words }))
  const footRef = useHeight<HTMLDivElement>('--br-foot')
  const inside = (
    <div className={styles.inside}>
      <div className={styles.brand}>
        {logoUrl === null ? null : <img src={logoUrl} alt="" className={styles.logo} onError={hidePicture} />}
        <span>{name}</span>
      </div>
      <nav aria-label={words.menu} className={styles.nav}>
        {renderMenu(close)}
      </nav>
      <div className={styles.footer}>{renderFooter(close)}</div>
    </div>
  )
  return (
    <ShellContext value={shell}>
      <a href="#content" className={styles.skip}>
        {words.skipToContent}
      </a>
      <div className={styles.shell}>
        <aside className={styles.side} aria-label={name}>
          {inside}
        </aside>
        <Dialog opened={opened} onClose={close} from="side" title={words.menu} quietTitle>
          {inside}
          <button type="button" className={styles.closeMenu} onClick={close}>
            {words.closeMenu}
          </button>
        </Dialog>
        <div className={styles.main}>
          {children}
          {/* Over the page: a notice that appears while the driver works must not move the buttons. */}
          <div className={styles.notices} ref={footRef}>
            {notices}
          </div>
        </div>
      </div>
    </ShellContext>
  )
}

/**
 * Publishes the height of an element, px: `--br-foot` for what is placed above the foot, `--br-head` for what fills the
 * rest.
 */
function useHeight<E extends HTMLElement>(name: '--br-foot' | '--br-head') {
  const ref = useRef<E>(null)
  useEffect(() => {
    const part = ref.current
    if (part === null || typeof ResizeObserver === 'undefined') return
    const root = document.documentElement.style
    // The observed size costs no further layout, as `offsetHeight` would while the page starts.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) root.setProperty(name, `${Math.round(height)}px`)
    })
    observer.observe(part)
    return () => {
      observer.disconnect()
      root.removeProperty(name)
    }
  }, [name])
  return ref
}

interface PageHeaderProps {
  title: string
  /** The parts of the page, beside its title. */
  tabs?: ReactNode | undefined
  right?: ReactNode
  children?: ReactNode
}

/** The head of a page, sticky on a phone and with the menu button there. */
export function PageHeader({ title, tabs, right, children }: PageHeaderProps) {
  const shell = useContext(ShellContext)
  const ref = useHeight<HTMLElement>('--br-head')
  usePageTitle(title)
  return (
    <header ref={ref} className={styles.header}>
      <div className={styles.top}>
        {shell === undefined ? null : (
          <button
            type="button"
            className={styles.burger}
            onClick={shell.openMenu}
            aria-label={shell.words.openMenu}
            aria-haspopup="dialog"
          >
            <MenuIcon />
          </button>
        )}
        <h1 className={styles.title}>{title}</h1>
        {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
        {right === undefined ? null : <div className={styles.right}>{right}</div>}
      </div>
      {children}
    </header>
  )
}

export function PageContent({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <main id="content" tabIndex={-1} className={wide ? `${styles.content} ${styles.wide}` : styles.content}>
      {children}
    </main>
  )
}
