import { Link } from 'react-router-dom'
import { CUSTOMER_STATUSES, RUN_STATUSES } from '#domain/words.ts'
import type { SearchHit } from '#contract/v1/search.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Choice } from './search-choices.ts'
import styles from './search.module.css'

interface SearchHitsProps {
  choices: readonly Choice[]
  /** The index of the choice that Enter opens. */
  active: number
  optionID: (at: number) => string
  onOpen: () => void
}

export function SearchHits({ choices, active, optionID, onOpen }: SearchHitsProps) {
  const { t } = useTranslation('search')
  const kinds = [...new Set(choices.map(({ kind }) => kind))]
  return kinds.map((kind) => (
    <div key={kind} role="group" aria-label={t(kind)}>
      <div className={styles.kind} aria-hidden="true">
        {t(kind)}
      </div>
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
            {hit === null ? t('seeAll', { kind: t(kind) }) : <HitWords hit={hit} />}
          </Link>
        ),
      )}
    </div>
  ))
}

function HitWords({ hit: { title, detail, status } }: { hit: SearchHit }) {
  return (
    <>
      <span className={styles.name}>
        <strong>{title}</strong> <Status status={status} />
      </span>
      <span className={styles.detail}>{detail}</span>
    </>
  )
}

const CUSTOMER_TONES = { ACTIVE: 'good', BLOCKED: 'bad', CANCELED: 'rest', PENDING: 'warn' } as const
const RUN_TONES = { draft: 'rest', active: 'good', completed: 'good', archived: 'rest' } as const

function Status({ status }: { status: string | null }) {
  const { t } = useTranslation('search')
  const { t: terms } = useTranslation('terms')
  const customers = CUSTOMER_STATUSES.find((one) => one === status)
  if (customers !== undefined)
    return <StateBadge tone={CUSTOMER_TONES[customers]}>{terms(`status${customers}`)}</StateBadge>
  const runs = RUN_STATUSES.find((one) => one === status)
  return runs === undefined ? null : <StateBadge tone={RUN_TONES[runs]}>{t(`status${runs}`)}</StateBadge>
}
