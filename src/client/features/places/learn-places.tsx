import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { Section, Tiles } from '#client/ui/core/parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { type DriverPlaces, isLocationBlocked } from './driver-places.ts'

const WORDS = sentences({
  what: 'When you record a stop, this phone notes where it is, so that the office learns where the bag stands. Only the day is kept with it: no time of day, route or name.',
  on: 'This phone notes where it is at each stop.',
  off: 'This phone doesn’t note where it is.',
  blocked: 'Location is blocked on this phone, so nothing is noted. Allow it in the phone’s settings.',
})

const useAnswer = (places: DriverPlaces) => useSyncExternalStore(places.subscribe, places.agreed)

/** Asks once, in the flow of the stops' page, where it moves no button. */
export function LearnOffer({ places }: { places: DriverPlaces }) {
  const answer = useAnswer(places)
  if (answer !== null) return null
  return (
    <Section title={t('Help find the bags?')} how={t(WORDS.what)}>
      <p>{t('It’s up to you. You can change it on your profile.')}</p>
      <Tiles>
        <Button variant="default" compact onClick={() => places.answer(true)}>
          {t('Yes')}
        </Button>
        <Button variant="default" compact onClick={() => places.answer(false)}>
          {t('No')}
        </Button>
      </Tiles>
    </Section>
  )
}

/** The driver's answer, on the profile, where it can be changed at any time. */
export function LearnSetting({ places }: { places: DriverPlaces }) {
  const agrees = useAnswer(places) === true
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    void isLocationBlocked().then(setBlocked)
  }, [])
  return (
    <Section title={t('Finding the bags')} how={t(WORDS.what)}>
      <p role="status">{t(WORDS[!agrees ? 'off' : blocked ? 'blocked' : 'on'])}</p>
      <Button variant="default" compact onClick={() => places.answer(!agrees)}>
        {agrees ? t('Stop this') : t('Allow this')}
      </Button>
    </Section>
  )
}
