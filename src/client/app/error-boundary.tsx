import { Component, useEffect, useRef, type ErrorInfo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { MessageScreen } from '#client/ui/core/message-screen.tsx'
import { t } from '#client/ui/core/texts.ts'
import { guardedReload } from './guarded-reload.ts'
import { NotFound } from './not-found.tsx'
import { LOOK_AGAIN_MS, serverAnswers } from './server-answers.ts'

interface Props {
  children: ReactNode
  onRetry?: () => void
  /** The address of the home link; only below a router. */
  home?: string
  /** The page's address: opening another page clears the error. */
  page?: string
  /** The page's header, which stays above the message: the menu, and a driver's way to the unsent work. */
  head?: ReactNode
}

/** Catches errors while a page is rendered or loaded; "Try again" renders it again (spec 2 and 8). */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override componentDidUpdate(before: Props): void {
    if (before.page !== this.props.page && this.state.error !== null) this.retry()
  }

  private retry(): void {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <>
        {this.props.head}
        {this.message(error)}
      </>
    )
  }

  private message(error: Error): ReactNode {
    if (isMissingPart(error)) return <MissingPart home={this.props.home} />
    // Compared by name, because the driver's first load does not contain the office's query code.
    if (error.name === 'NotThere' && this.props.home !== undefined) return <NotFound />
    return (
      <ErrorScreen
        message={
          isRefused(error)
            ? t('Nothing can be saved here. Allow site data for this app, or free some storage, then reload.')
            : isStorageError(error)
              ? null
              : error.message
        }
        onRetry={() => this.retry()}
        home={this.props.home}
        keepsNothing={isRefused(error)}
      />
    )
  }
}

interface ErrorScreenProps {
  /** Null: the phone's storage failed, and the screen uses its own words. */
  message: string | null
  onRetry: () => void
  home?: string | undefined
  /** Nothing was saved that could be safe. */
  keepsNothing?: boolean
}

export function ErrorScreen({ message, onRetry, home, keepsNothing = false }: ErrorScreenProps) {
  useStorageAgain(message === null, onRetry)
  return (
    <MessageScreen
      title={t('An error occurred.')}
      actions={
        <>
          <Button onClick={onRetry}>{t('Try again')}</Button>
          {home === undefined ? null : (
            <Link className={buttonLook('default')} to={home} onClick={onRetry}>
              {t('Back to Home')}
            </Link>
          )}
        </>
      }
    >
      <p role="alert">
        {message ??
          t(
            'This phone’s storage is full or isn’t answering. Free some space and keep the app open; it tries again by itself.',
          )}
      </p>
      {keepsNothing ? null : <p>{t('Something went wrong on this screen. What you have saved is safe.')}</p>}
    </MessageScreen>
  )
}

/** No event tells that a full or failing storage works again, so it is tried at this interval. */
const STORAGE_AGAIN_MS = 1_500

function useStorageAgain(failed: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!failed) return undefined
    const again = setInterval(() => latest.current(), STORAGE_AGAIN_MS)
    return () => clearInterval(again)
  }, [failed])
}

/** The browser refuses its databases, as where site data is blocked, or has none. */
const isRefused = ({ name }: Error): boolean => name === 'SecurityError' || name === 'MissingAPIError'

function isStorageError({ name }: Error): boolean {
  return [
    'DatabaseClosedError',
    'OpenFailedError',
    'UnknownError',
    'InvalidStateError',
    'QuotaExceededError',
    'AbortError',
    'BulkError',
    'ModifyError',
  ].includes(name)
}

/** Each browser words the message differently. */
function isMissingPart(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
}

const reload = () => location.reload()

/** Browsers remember a failed module, so only a page load fetches it again, which happens once there is signal. */
function MissingPart({ home }: { home: string | undefined }) {
  useEffect(() => {
    let gone = false
    let wasAway = false
    const look = async () => {
      const isThere = await serverAnswers().catch(() => false)
      if (gone) return
      if (!isThere) wasAway = true
      else if (wasAway) reload()
      // The server was reachable, so the part may be missing there; without the guard the page would reload endlessly.
      else guardedReload()
    }
    void look()
    const again = setInterval(look, LOOK_AGAIN_MS)
    window.addEventListener('online', reload)
    return () => {
      gone = true
      clearInterval(again)
      window.removeEventListener('online', reload)
    }
  }, [])
  return (
    <MessageScreen
      title={t('This screen needs a connection')}
      actions={
        <>
          <Button onClick={reload}>{t('Try again')}</Button>
          {home === undefined ? null : (
            <Link className={buttonLook('default')} to={home}>
              {t('Back to Home')}
            </Link>
          )}
        </>
      }
    >
      {t('It will reload when you’re back online.')}
    </MessageScreen>
  )
}
