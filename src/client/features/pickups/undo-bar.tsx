import { MAX_FILES } from '#domain/limits.ts'
import type { PhotosInHand } from '#client/offline/photos-in-hand.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { buttonLook } from '#client/ui/core/button.tsx'
import { classes } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Marking } from './marking.ts'
import { markText, failureText } from './stop-words.ts'
import type { Stop } from './stops.ts'
import styles from './undo-bar.module.css'

interface UndoBarProps {
  marking: Marking
  photos: Pick<PhotosInHand, 'saving' | 'savedAt'>
  stops: readonly Stop[]
  /** The stop that comes up; null: none is left. Left out on a stop's own page, which doesn't know the others. */
  next?: Stop | null
  /** The card of the next stop shows failures, so this bar does not. */
  toldOnCard?: boolean
}

/** The record just saved, with Undo, or a notice that it was not saved. Announced by screen readers. */
export function UndoBar({ marking, photos, stops, next, toldOnCard = false }: UndoBarProps) {
  const { last, failure } = marking
  const marked = stops.find(({ assignmentID }) => assignmentID === last?.assignmentID) ?? null
  const photographed = stops.find(({ assignmentID }) => assignmentID === photos.savedAt)
  const ofPhoto =
    photos.saving > 0
      ? t('Saving photo…')
      : photographed
        ? savedWords(photographed, marked === null || marked === photographed)
        : ''
  return (
    <div className={styles.place}>
      <div role="status">
        {last !== null && marked !== null && failure === null ? (
          <div className={styles.bar}>
            <p className={styles.message}>
              {ofPhoto === '' ? null : <span className={styles.photo}>{ofPhoto}</span>}
              {t('{{street}}: {{outcome}}', {
                street: marked.address,
                outcome: markText(last.mark, marked.serviceType),
              })}
              <span className="visually-hidden">
                {' '}
                {next === undefined
                  ? t('Saved on this phone.')
                  : next === null
                    ? t('Saved on this phone. That was the last one.')
                    : t('Saved on this phone. Next: stop {{number}}, {{street}}.', {
                        number: next.number,
                        street: next.address,
                      })}
              </span>
            </p>
            <button type="button" className={classes(buttonLook('plain'), styles.act)} onClick={marking.undoLast}>
              {t('Undo')}
            </button>
          </div>
        ) : ofPhoto === '' ? null : (
          <div className={styles.bar}>
            <p className={styles.message}>{ofPhoto}</p>
          </div>
        )}
      </div>
      {failure === null || toldOnCard ? null : <NotSavedAlert failure={failure} onRead={() => marking.say(null)} />}
    </div>
  )
}

/** With the street where the bar names another stop, so that the photo isn't taken for that one's. */
function savedWords({ address, photosShown }: Stop, isPlain: boolean): string {
  const words = t('Photo saved, {{count}} of {{max}}', { count: photosShown.length, max: MAX_FILES })
  return isPlain ? words : `${words}: ${address}`
}

/** Large, so that a driver who looks away after the tap does not assume it was saved. The entered values stay. */
export function NotSavedAlert({ failure, onRead }: { failure: NonNullable<Marking['failure']>; onRead: () => void }) {
  return (
    <div role="alert" className={styles.alert}>
      <AlertIcon size={32} />
      <p className={styles.message}>{failureText(failure)}</p>
      <button type="button" className={classes(buttonLook('plain'), styles.act)} onClick={onRead}>
        {t('OK')}
      </button>
    </div>
  )
}
