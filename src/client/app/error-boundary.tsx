import { Component, useEffect, useRef, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Link } from 'react-router-dom'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { MessageScreen } from '#client/ui/message-screen.tsx'
import { NotFound } from './not-found.tsx'

interface Props {
  children: ReactNode
  /** What must be thrown away for the next try to begin anew. */
  onRetry?: () => void
  /** Where the way home leads; only below a router. */
  home?: string
  /** Its address: another one is another page, which may be whole. */
  page?: string
}

/** Catches what breaks while a page is drawn or loaded; "Try again" draws it anew (spec 2 and 8). */
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
    if (this.state.error === null) return this.props.children
    if (isMissingPart(this.state.error)) return <MissingPart />
    const { error } = this.state
    // By its name: the driver's first load knows nothing of the office's questions.
    if (error.name === 'NotThere' && this.props.home !== undefined) return <NotFound />
    return (
      <ErrorScreen
        message={isStorageError(error) ? null : error.message}
        onRetry={() => this.retry()}
        home={this.props.home}
      />
    )
  }
}

/** The message and a way out. @param message null: the phone's storage, in our own words */
export function ErrorScreen({
  message,
  onRetry,
  home,
}: {
  message: string | null
  onRetry: () => void
  home?: string | undefined
}) {
  const { t } = useTranslation('app')
  useStorageAgain(message === null, onRetry)
  return (
    <MessageScreen
      title={t('errorOccurred')}
      actions={
        <>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
          {home === undefined ? null : (
            <Link className={buttonLook('default')} to={home} onClick={onRetry}>
              {t('backToHome')}
            </Link>
          )}
        </>
      }
    >
      <p role="alert">{message ?? t('storageBroken')}</p>
      <p>{t('somethingBroke')}</p>
    </MessageScreen>
  )
}

/** No event tells that a full or failing storage works again. */
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

/** What Dexie calls a database that does not open or does not hold, for a reason of the browser's. */
function isStorageError({ name }: Error): boolean {
  return [
    'DatabaseClosedError',
    'OpenFailedError',
    'UnknownError',
    'InvalidStateError',
    'MissingAPIError',
    'QuotaExceededError',
    'AbortError',
  ].includes(name)
}

/** Each browser words it in its own way: a part of the app that is not on this device could not be fetched. */
function isMissingPart(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
}

const reload = () => location.reload()

/** A failed part is remembered as failed: only a fresh page asks for it again, and does so by itself once there is signal. */
function MissingPart() {
  const { t } = useTranslation('app')
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <MessageScreen title={t('offlineScreen')} actions={<Button onClick={reload}>{t('tryAgain')}</Button>}>
      {t('offlineScreenWhy')}
    </MessageScreen>
  )
}
