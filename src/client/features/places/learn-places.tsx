import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { type DriverPlaces, isLocationBlocked } from './driver-places.ts'
import styles from './learn-places.module.css'

const WORDS = sentences({
  what: 'When you record a stop, this phone notes where it is, so that the office learns where the bag stands. No time, no route and no name is kept.',
  on: 'This phone notes where it is at each stop.',
  off: 'This phone doesn’t note where it is.',
  blocked: 'Location is blocked on this phone, so nothing is noted. Allow it in the phone’s settings.',
})

const useAnswer = (places: DriverPlaces) => useSyncExternalStore(places.subscribe, places.agreed)

/** Asks once, in the flow of the stops' page, where it moves no button. */
export function LearnOffer({ places }: { places: DriverPlaces }) {
  const answer = useAnswer(places)
  const title = useId()
  if (answer !== null) return null
  return (
    <section className={styles.offer} aria-labelledby={title}>
      <h2 id={title}>{t('Help find the bags?')}</h2>
      <p>{t(WORDS.what)}</p>
      <p>{t('It’s up to you. You can change it on your profile.')}</p>
      <div className={styles.acts}>
        <Button variant="default" compact onClick={() => places.answer(true)}>
          {t('Yes')}
        </Button>
        <Button variant="default" compact onClick={() => places.answer(false)}>
          {t('No')}
        </Button>
      </div>
    </section>
  )
}

/** The driver's answer, on the profile, where it can be changed at any time. */
export function LearnSetting({ places }: { places: DriverPlaces }) {
  const agrees = useAnswer(places) === true
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    void isLocationBlocked().then(setBlocked)
  }, [])
  const title = useId()
  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title}>{t('Finding the bags')}</h2>
      <p>{t(WORDS.what)}</p>
      <p role="status">{t(WORDS[!agrees ? 'off' : blocked ? 'blocked' : 'on'])}</p>
      <Button variant="default" compact onClick={() => places.answer(!agrees)}>
        {agrees ? t('Stop this') : t('Allow this')}
      </Button>
    </section>
  )
}
