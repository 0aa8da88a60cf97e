import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { CUSTOMER_STATUSES, RUN_STATUSES } from '#domain/words.ts'
import type { SearchHit } from '#contract/v1/search.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { CUSTOMER_STATUS_WORDS, RUN_STATUS_WORDS } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { Choice } from './search-choices.ts'
import styles from './search.module.css'

const KIND_WORDS = sentences({
  customer: 'Customers',
  request: 'Customer requests',
  driver: 'Drivers',
  suburb: 'Suburbs',
  run: 'Weekly Runs',
  invoice: 'Invoices',
})

interface SearchHitsProps {
  choices: readonly Choice[]
  /** The index of the choice that Enter opens. */
  active: number
  optionID: (at: number) => string
  onOpen: () => void
}

export function SearchHits({ choices, active, optionID, onOpen }: SearchHitsProps) {
  const kinds = [...new Set(choices.map(({ kind }) => kind))]
  return kinds.map((kind) => (
    <div key={kind} role="group" aria-label={t(KIND_WORDS[kind])}>
      <Text component="div" c="dimmed" fz="sm" fw={600} p="10px 10px 4px" aria-hidden="true">
        {t(KIND_WORDS[kind])}
      </Text>
      {choices.map(({ kind: of, hit, to }, at) =>
        of !== kind ? null : (
          <Link
            key={to}
            id={optionID(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={hit === null ? `${styles.hit} ${styles.all}` : styles.hit}
            to={to}
            onClick={onOpen}
          >
            {hit === null ? t('See all results in {{kind}}', { kind: t(KIND_WORDS[kind]) }) : <HitWords hit={hit} />}
          </Link>
        ),
      )}
    </div>
  ))
}

function HitWords({ hit: { title, detail, status } }: { hit: SearchHit }) {
  return (
    <>
      <span>
        <strong>{title}</strong> <Status status={status} />
      </span>
      <Text span fz="sm" className={styles.detail}>
        {detail}
      </Text>
    </>
  )
}

const CUSTOMER_TONES = { ACTIVE: 'good', BLOCKED: 'bad', CANCELED: 'rest', PENDING: 'warn' } as const
const RUN_TONES = { draft: 'rest', active: 'good', completed: 'good', archived: 'rest' } as const

function Status({ status }: { status: string | null }) {
  const customers = CUSTOMER_STATUSES.find((one) => one === status)
  if (customers !== undefined)
    return <StateBadge tone={CUSTOMER_TONES[customers]}>{t(CUSTOMER_STATUS_WORDS[customers])}</StateBadge>
  const runs = RUN_STATUSES.find((one) => one === status)
  return runs === undefined ? null : <StateBadge tone={RUN_TONES[runs]}>{t(RUN_STATUS_WORDS[runs])}</StateBadge>
}
