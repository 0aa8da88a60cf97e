import { useState } from 'react'
import { Badge, Button, Card, Skeleton, Text } from '@mantine/core'
import { SearchBox } from '#client/shells/list-filters.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useSearchParams } from 'react-router-dom'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { LinkedText, MailLink } from './mail-link.tsx'
import { MAIL_STATES, useMails, type Mail, type MailFilter, type MailState } from './mails-data.ts'
import styles from './mails-page.module.css'
import { SendAgain } from './send-again.tsx'

/**
 * Mails that were sent, wait, failed, or are stored because there is no mail server; shown within a page of the
 * settings.
 */
export function MailsPage() {
  const { t } = useTranslation('mails')
  const { filter, change } = useMailFilter()
  const mails = useMails(filter)
  const { data } = mails
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / data.perPage))
  return (
    <>
      <StaleNotice error={mails.error} onRetry={mails.refetch} />
      <Filters filter={filter} onChange={change} />
      {data === undefined ? null : (
        <Text c="dimmed" role="status" mb="sm">
          {t('total', { count: data.total })}
        </Text>
      )}
      {data === undefined ? (
        mails.error === null ? (
          <Loading label={t('loading')} />
        ) : null
      ) : data.items.length === 0 ? (
        <Card withBorder radius="lg" padding="lg">
          <strong>{t('empty')}</strong>
          <Text c="dimmed">{t('emptyHow')}</Text>
        </Card>
      ) : (
        <ul className={styles.mails} aria-busy={mails.isPlaceholderData}>
          {data.items.map((mail) => (
            <MailItem key={mail.mailID} mail={mail} />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <nav className={styles.pages} aria-label={t('page', { page: filter.page, pages })}>
          <Button variant="default" disabled={filter.page <= 1} onClick={() => change({ page: filter.page - 1 })}>
            {t('previous')}
          </Button>
          <span>{t('page', { page: filter.page, pages })}</span>
          <Button variant="default" disabled={filter.page >= pages} onClick={() => change({ page: filter.page + 1 })}>
            {t('next')}
          </Button>
        </nav>
      ) : null}
    </>
  )
}

/** The list's state is in the address: the link can be sent to a colleague, and Back works. */
function useMailFilter() {
  const [params, setParams] = useSearchParams()
  const status = params.get('status')
  const filter: MailFilter = {
    page: Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1),
    status: MAIL_STATES.find((state) => state === status) ?? null,
    keyword: params.get('keyword') ?? '',
  }
  function change(to: Partial<MailFilter>): void {
    // A changed filter returns to the first page.
    const next = { ...filter, page: 1, ...to }
    const kept = {
      ...(next.page > 1 ? { page: String(next.page) } : {}),
      ...(next.status === null ? {} : { status: next.status }),
      ...(next.keyword === '' ? {} : { keyword: next.keyword }),
    }
    setParams(kept)
  }
  return { filter, change }
}

function Filters({ filter, onChange }: { filter: MailFilter; onChange: (to: Partial<MailFilter>) => void }) {
  const { t } = useTranslation('mails')
  const states: (MailState | null)[] = [null, ...MAIL_STATES]
  return (
    <div className={styles.filters}>
      <SearchBox keyword={filter.keyword} onSearch={(keyword) => onChange({ keyword })} placeholder={t('searchHow')} />
      <div role="group" aria-label={t('show')} className={styles.states}>
        {states.map((state) => (
          <button
            key={state ?? 'all'}
            type="button"
            className={styles.state}
            aria-pressed={filter.status === state}
            onClick={() => onChange({ status: state })}
          >
            {t(state ?? 'all')}
          </button>
        ))}
      </div>
    </div>
  )
}

function MailItem({ mail }: { mail: Mail }) {
  const { t } = useTranslation('mails')
  const [opened, setOpened] = useState(false)
  return (
    <Card component="li" withBorder radius="lg" padding={0}>
      <details className={styles.mail} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.subject}>{mail.subject}</span>
          <span className={styles.meta}>
            {mail.to} · {formatDayAndTime(mail.createdAt)}
          </span>
          <Badge tt="none" size="lg" className={styles[mail.state]}>
            {t(mail.state)}
          </Badge>
        </summary>
        <div className={styles.text}>
          {mail.attempts > 1 ? <p>{t('tries', { count: mail.attempts })}</p> : null}
          <LinkedText text={mail.text} />
          {opened && mail.linkReadable ? <MailLink mail={mail} /> : null}
          {mail.state === 'failed' ? <SendAgain mail={mail} /> : null}
        </div>
      </details>
    </Card>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className={styles.mails} role="status" aria-label={label}>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={76} radius="lg" />
      ))}
    </div>
  )
}
