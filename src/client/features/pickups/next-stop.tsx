import { hasBags } from '#domain/bags.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { showDollars } from '#domain/money.ts'
import type { StopDraft } from '#client/offline/store/records.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Card, classes, Row, Soft, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from './addresses.ts'
import { BagStepper, BagsSheet } from './bags.tsx'
import { ExtraQuestion, withoutExtra } from './extra-question.tsx'
import type { Mark, Marking } from './marking.ts'
import { NotSavedAlert } from './undo-bar.tsx'
import { cancelledText } from './stop-words.ts'
import { StopLinks } from './stop-links.tsx'
import { isCancelledByCustomer, type Stop } from './stops.ts'
import styles from './next-stop.module.css'

interface NextStopProps {
  stop: Stop
  /** All stops of its run. */
  stops: readonly Stop[]
  paths: DriverPaths
  stopDraft: StopDraft
  settling: boolean
  /** Why the last tap or photo was not stored; null: it was. */
  failure: Marking['failure']
  onFailureRead: () => void
  /** Undo restored it, so Done gets the focus. */
  isBack: boolean
  label: string
  onMark: (stop: Stop, mark: Mark, instead?: StopDraft) => void
  onStopDraft: (stop: Stop, stopDraft: StopDraft) => void
  onPhoto: (stop: Stop) => void
  onMore: (stop: Stop) => void
  /** Opens the access photos; absent where the page shows them. */
  onAccess?: ((stop: Stop) => void) | undefined
  /** Opens the stop's page; absent on that page. */
  onOpen?: ((stop: Stop) => void) | undefined
}

export const NextStop = memo(function NextStop({
  stop,
  stops,
  paths,
  stopDraft,
  settling,
  failure,
  onFailureRead,
  isBack,
  label,
  onMark,
  onStopDraft,
  onPhoto,
  onMore,
  onAccess,
  onOpen,
}: NextStopProps) {
  const [chosen, setChosen] = useState({ of: '', bags: 1 })
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState<Mark | null>(null)
  const extra = stopDraft.extraAmount ? showDollars(stopDraft.extraAmount) : null
  // A count chosen for the previous stop does not apply to this one.
  const bags = chosen.of === stop.assignmentID ? chosen.bags : Math.max(1, stop.pu)
  const cancelled = isCancelledByCustomer(stop)
  const open = onOpen && (() => onOpen(stop))
  const done = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (isBack) done.current?.focus()
  }, [isBack])

  /** An extra typed for a collection is asked about where nothing was collected. */
  function markEmpty(mark: Mark): void {
    if (extra === null) onMark(stop, mark)
    else setAsking(mark)
  }

  function choose(count: number): void {
    setChosen({ of: stop.assignmentID, bags: count })
    setChoosing(false)
  }

  return (
    <Card className={styles.card} aria-label={label} data-stop={stop.assignmentID} tabIndex={-1}>
      <div className={styles.info}>
        {open ? (
          <button type="button" className={styles.head} onClick={open}>
            <Head stop={stop} />
          </button>
        ) : (
          <h2 className={styles.head}>
            <Head stop={stop} />
          </h2>
        )}
        {cancelled ? (
          <Note tone="bad" role="none">
            <div>
              <p>{cancelledText(stop)}</p>
              <p>{t('Nothing to collect here.')}</p>
            </div>
          </Note>
        ) : null}
        {stop.movedByOffice ? (
          <Note tone="bad" role="none">
            <p>
              {t(
                'The office took this stop off your run. What you record is kept, and the office decides if it counts.',
              )}
            </p>
          </Note>
        ) : null}
        {stop.adminNotes ? (
          <Note tone="warn" role="none">
            <p>{stop.adminNotes}</p>
          </Note>
        ) : null}
        <StopLinks
          key={stop.assignmentID}
          stop={stop}
          stops={stops}
          paths={paths}
          onPhoto={() => onPhoto(stop)}
          access={onAccess && (() => onAccess(stop))}
        />
        {stop.driverNotes ? (
          <p className={styles.message}>{t('Your note: {{note}}', { note: stop.driverNotes })}</p>
        ) : null}
        {failure === null ? null : (
          <div className={styles.failure}>
            <NotSavedAlert failure={failure} onRead={onFailureRead} />
          </div>
        )}
      </div>
      <Stack className={styles.act}>
        {cancelled ? (
          <button
            type="button"
            className={classes(buttonLook('plain'), styles.skip)}
            aria-disabled={settling}
            onClick={() => markEmpty({ kind: 'not-collected', outcome: 'CUSTOMER_CANCELLED' })}
          >
            {t('Customer cancelled')}
          </button>
        ) : null}
        {hasBags(stop.serviceType) ? (
          <BagStepper bags={bags} onChange={choose} onMore={() => setChoosing(true)} />
        ) : (
          <p className={styles.kind}>{t('Rubbish removal')}</p>
        )}
        <button
          ref={done}
          type="button"
          className={classes(buttonLook(cancelled ? 'plain' : 'filled'), styles.done)}
          aria-disabled={settling}
          onKeyDown={(event) => {
            // A key held down would mark one stop after the other.
            if (event.repeat) event.preventDefault()
          }}
          onClick={() => onMark(stop, { kind: 'done', pu: bags })}
        >
          {t('Done')}
        </button>
        <div className={styles.others}>
          <button
            type="button"
            className={classes(buttonLook('plain'), styles.mt)}
            aria-disabled={settling}
            onClick={() => markEmpty({ kind: 'bag-mt' })}
          >
            {outcomeWords('EMPTY', stop.serviceType)}
          </button>
          <Button
            variant="plain"
            aria-disabled={settling}
            onClick={() => markEmpty({ kind: 'not-collected', outcome: 'NO_ACCESS' })}
          >
            {t('No access')}
          </Button>
          <Button variant="plain" aria-disabled={settling} aria-haspopup="dialog" onClick={() => onMore(stop)}>
            {t('More')}
          </Button>
        </div>
        {extra !== null || stopDraft.notes ? (
          <Soft as="div">
            {extra === null ? null : (
              <Row gap="small" className={styles.extra}>
                {t('Extra {{amount}} goes with whatever you tap next', { amount: extra })}
                <Button
                  variant="subtle"
                  aria-label={t('Remove extra')}
                  onClick={() => onStopDraft(stop, withoutExtra(stopDraft))}
                >
                  {t('Remove')}
                </Button>
              </Row>
            )}
            {stopDraft.notes ? (
              <p>{t('Note, goes with whatever you tap next: {{note}}', { note: stopDraft.notes })}</p>
            ) : null}
          </Soft>
        ) : null}
      </Stack>
      <ExtraQuestion
        mark={asking}
        serviceType={stop.serviceType}
        stopDraft={stopDraft}
        onMark={(mark, instead) => onMark(stop, mark, instead)}
        onClose={() => setAsking(null)}
      />
      <BagsSheet opened={choosing} bags={bags} onClose={() => setChoosing(false)} onChoose={choose} />
    </Card>
  )
})

function Head({ stop }: { stop: Stop }) {
  return (
    <>
      <span className={styles.number}>{stop.number}</span>
      <span className={styles.where}>
        <span data-part="street" className={classes(styles.street, isCancelledByCustomer(stop) && styles.struck)}>
          {stop.address}
        </span>
        <span className={styles.who}>
          {stop.suburb} · {stop.capturedCustomerName}
        </span>
      </span>
    </>
  )
}
