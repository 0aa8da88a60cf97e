import { sentences, t } from '#client/ui/core/texts.ts'
import { useRow } from './row-context.ts'
import styles from './stops-table.module.css'

const COLUMN_WORDS = sentences({
  no: 'No',
  customer: 'Customer',
  address: 'Address',
  suburb: 'Suburb',
  driver: 'Driver',
  state: 'State',
  pu: 'PU',
  amount: 'Amount',
  extra: 'Extra',
  adminNotes: 'Notes to driver',
  driverNotes: 'Driver notes',
  photos: 'Photos',
})

const DRAFT = ['no', 'customer', 'address', 'suburb', 'driver', 'state', 'amount', 'adminNotes'] as const
const OUT = [
  'no',
  'customer',
  'address',
  'suburb',
  'driver',
  'state',
  'pu',
  'amount',
  'extra',
  'adminNotes',
  'driverNotes',
  'photos',
] as const
const CLASSES: Readonly<Record<string, string | undefined>> = {
  pu: styles.pu,
  amount: styles.amount,
  extra: styles.extra,
  photos: styles.photos,
  driverNotes: styles.theirs,
  suburb: styles.suburb,
  no: styles.no,
}

/** The columns' names; for a draft only those with content. */
export function TableHead({ shown, ticked, mixed }: { shown: readonly string[]; ticked: number; mixed: boolean }) {
  const { status, selectMany } = useRow()
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" className={styles.tick}>
          {status === 'draft' || status === 'active' ? (
            <input
              type="checkbox"
              aria-label={t('Select all stops shown')}
              checked={shown.length > 0 && ticked === shown.length}
              ref={(box) => {
                if (box !== null) box.indeterminate = ticked > 0 && ticked < shown.length
              }}
              onChange={({ currentTarget: { checked } }) => selectMany(shown, checked)}
            />
          ) : (
            <span className="visually-hidden">{t('Select all stops shown')}</span>
          )}
        </div>
        <div role="columnheader" className={styles.handleCell}>
          <span className="visually-hidden">{t('Move to position…')}</span>
        </div>
        {(status === 'draft' ? DRAFT : OUT)
          .filter((column) => mixed || column !== 'driver')
          .map((column) => (
            <div key={column} role="columnheader" className={`${styles.cell} ${CLASSES[column] ?? ''}`}>
              {column === 'state' && status !== 'draft' ? t('State, done at') : t(COLUMN_WORDS[column])}
            </div>
          ))}
        <div role="columnheader">
          <span className="visually-hidden">{t('Actions')}</span>
        </div>
      </div>
    </div>
  )
}
