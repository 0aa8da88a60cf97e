import { hasBags } from '#domain/bags.ts'
import { type ComponentPropsWithoutRef, type CSSProperties, memo } from 'react'
import { dollars, notes } from '#contract/shapes.ts'
import { showDollars } from '#domain/money.ts'
import { readDollars } from '#domain/typed-numbers.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { t } from '#client/ui/core/texts.ts'
import { DriverPick, RowMenu, StopState } from './stop-parts.tsx'
import { InlineEdit } from './inline-edit.tsx'
import { useRow } from './row-context.ts'
import { stopActs, type RunStop } from './run-types.ts'
import parts from './stop-parts.module.css'
import styles from './stops-table.module.css'

interface StopCellsProps {
  stop: RunStop
  /** Whether each row shows its driver; otherwise the round's heading does. */
  mixed: boolean
  /** Its number within the round; null: no longer on the run. */
  place: number | null
}

/** All cells of one stop except the tick and the handle; rendered again only when the stop changes. */
export const StopCells = memo(function StopCells({ stop, mixed, place }: StopCellsProps) {
  const { status, rights, open, change } = useRow()
  const acts = stopActs({ status }, stop, rights)
  const {
    customer,
    address,
    suburb,
    postcode,
    driver,
    capturedDriverName,
    pu,
    amount,
    extraAmount,
    adminNotes,
    driverNotes,
    photos,
  } = stop
  const draft = status === 'draft'
  const struck = stop.customerCancelledAt !== null ? parts.struck : undefined
  return (
    <>
      <Cell area="no">{place ?? '–'}</Cell>
      <Cell area="customer">
        <button
          type="button"
          data-name
          className={`${parts.name} ${struck ?? ''}`}
          title={customer}
          onClick={() => open(stop.assignmentID)}
        >
          {customer}
        </button>
      </Cell>
      <Cell area="address" title={address}>
        <span className={struck}>{address}</span>
        {/* A column of its own where the screen is wide enough. */}
        <span className={styles.beside} aria-hidden="true">
          {suburb}
        </span>
      </Cell>
      <Cell area="suburb" title={`${suburb} ${postcode}`}>
        {suburb}
      </Cell>
      {mixed ? (
        <Cell area="driver">
          {acts.has('assign') ? <DriverPick stop={stop} /> : (driver ?? capturedDriverName ?? t('No driver'))}
        </Cell>
      ) : null}
      <Cell area="state" title={stop.noPickup?.reason ?? stop.reason ?? undefined}>
        <StopState stop={stop} draft={draft} />
      </Cell>
      {draft ? null : (
        <Cell area="pu" data-title={t('PU')}>
          {stop.outcome === null || !hasBags(stop.serviceType) ? '' : pu}
        </Cell>
      )}
      <Cell area="amount">
        {acts.has('edit') && rights.price ? (
          <InlineEdit
            numeric
            value={amount.toFixed(2)}
            label={t('Amount for {{name}}', { name: customer })}
            say={t('{{label}}: {{value}}. Change', {
              label: t('Amount for {{name}}', { name: customer }),
              value: showDollars(amount),
            })}
            check={(text) => checkValue(dollars, text === '' ? undefined : (readDollars(text) ?? text))}
            onSave={(text) => change(stop, { amount: readDollars(text)! })}
          >
            {showDollars(amount)}
          </InlineEdit>
        ) : (
          showDollars(amount)
        )}
      </Cell>
      {draft ? null : (
        <Cell area="extra" data-title={t('Extra')}>
          {extraAmount === 0 ? '' : showDollars(extraAmount)}
        </Cell>
      )}
      <Cell area="notes">
        {acts.has('edit') ? (
          <InlineEdit
            value={adminNotes ?? ''}
            check={(text) => checkValue(notes, text)}
            label={t('Notes to driver for {{name}}', { name: customer })}
            say={t('{{label}}: {{value}}. Change', {
              label: t('Notes to driver for {{name}}', { name: customer }),
              value: adminNotes || t('none'),
            })}
            onSave={(text) => change(stop, { adminNotes: text === '' ? null : text })}
          >
            {adminNotes || <span className={parts.add}>{t('Add a note')}</span>}
          </InlineEdit>
        ) : (
          <span title={adminNotes ?? undefined}>{adminNotes}</span>
        )}
      </Cell>
      {draft ? null : (
        <>
          <Cell area="theirs" title={driverNotes ?? undefined}>
            <span>{driverNotes}</span>
          </Cell>
          <Cell area="photos" data-title={t('Photos')}>
            {photos.length === 0 ? '' : photos.length}
          </Cell>
        </>
      )}
      <Cell area="acts">
        <RowMenu stop={stop} acts={acts} />
      </Cell>
    </>
  )
})

/** A cell with its place in a phone's card. */
function Cell({ area, ...rest }: { area: string } & ComponentPropsWithoutRef<'div'>) {
  return (
    <div
      role="cell"
      className={`${styles.cell} ${styles[area] ?? ''}`}
      style={{ '--area': area } as CSSProperties}
      {...rest}
    />
  )
}
