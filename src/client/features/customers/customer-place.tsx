import { useState } from 'react'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Customer } from '#contract/v1/customers.ts'
import { forgetPlace, getPlace, type Place, setPlace } from '#contract/v1/places.ts'
import { customerCan } from '#domain/customers.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { DAYS_NEEDED } from '#domain/learnt-place.ts'
import { pairProblem, pairText, readPoint } from '#domain/place.ts'
import { placeDoubt } from '#domain/place-doubt.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PLACE_SOURCE_WORDS } from '#client/shells/terms.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { PlaceMap } from './place-map.tsx'
import { usePlaceDoubt } from './use-place-doubt.ts'

/** Where the customer's bags stand, by a pasted pair of latitude and longitude. */
export function CustomerPlace({ customer }: { customer: Customer }) {
  const { customerID, fullName } = customer
  const { timeZone } = useOffice().profile.config
  const { data, error, refetch } = useQuery(ask(getPlace, { customerID }))
  const [open, setOpen] = useState<'set' | 'forget' | 'map' | null>(null)
  const close = () => setOpen(null)
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { place, farFromOthers: away, waiting } = data
  const doubt = place === null ? null : placeDoubt(place, { ...customer, away })
  const acts = customerCan(customer.status, 'edit') ? (
    <Group gap="xs">
      {/* Hidden only, because the focus returns to it. */}
      <Button variant="default" display={open === 'map' ? 'none' : undefined} onClick={() => setOpen('map')}>
        {t('Show on the map')}
      </Button>
      {place === null && waiting === 0 ? null : (
        <Button variant="subtle" onClick={() => setOpen('forget')}>
          {t('Forget')}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('set')}>
        {place === null ? t('Set place') : t('Change')}
      </Button>
    </Group>
  ) : null
  return (
    <>
      <Facts title={t('Place on the map')} right={acts} facts={factsOf(place, waiting, timeZone)} />
      {doubt === null ? null : (
        <Text c="orange" fz="sm">
          {doubt}
        </Text>
      )}
      {open === 'map' ? <PlaceMap customer={customer} place={place} onClose={close} /> : null}
      {open === 'set' ? <PlaceForm customer={customer} place={place} onClose={close} /> : null}
      <ConfirmCommand
        opened={open === 'forget'}
        question={t('Forget where {{name}}’s bags stand?', { name: fullName })}
        cancel={t('Keep')}
        confirm={t('Forget')}
        danger
        endpoint={forgetPlace}
        input={{ customerID }}
        done={t('Place forgotten')}
        onClose={close}
      />
    </>
  )
}

function factsOf(place: Place | null, waiting: number, timeZone: string): Fact[] {
  if (place === null) {
    const left = DAYS_NEEDED - waiting
    const value =
      waiting === 0
        ? t('Not known')
        : left > 0
          ? plural(left, 'Not known, {{count}} more visit needed', 'Not known, {{count}} more visits needed')
          : t('Not known, the visits so far don’t agree')
    return [{ label: t('Latitude, longitude'), value, wide: true }]
  }
  const from =
    place.source === 'learnt' && place.visits !== null
      ? plural(place.visits, 'Learnt from {{count}} visit', 'Learnt from {{count}} visits')
      : t(PLACE_SOURCE_WORDS[place.source])
  return [
    { label: t('Latitude, longitude'), value: pairText(place), wide: true },
    { label: t('From'), value: from },
    { label: t('Since'), value: formatDay(dayOf(new Date(place.placedAt), timeZone)) },
    ...(place.accuracy === null ? [] : [{ label: t('Within'), value: `${place.accuracy} m` }]),
  ]
}

const NO_POINT = { latitude: 0, longitude: 0 }

interface PlaceFormProps {
  customer: Customer
  place: Place | null
  onClose: () => void
}

function PlaceForm({ customer, place, onClose }: PlaceFormProps) {
  const { customerID, fullName } = customer
  const doubtAbout = usePlaceDoubt(customer)
  const check = ({ pair }: { pair: string }): Record<string, string> => {
    if (pair.trim() === '') return { pair: t('This field is mandatory') }
    const problem = pairProblem(pair)
    return problem === null ? {} : { pair: problem }
  }
  return (
    <FormShell
      title={t('Place: {{name}}', { name: fullName })}
      as="dialog"
      endpoint={setPlace}
      fixed={{ customerID }}
      initial={{ pair: place === null ? '' : pairText(place) }}
      required={['pair']}
      // `check` has refused a text without a pair by then.
      toInput={({ pair }) => ({ ...(readPoint(pair) ?? NO_POINT) })}
      check={check}
      labels={{ pair: t('Latitude, longitude') }}
      done={t('Place saved')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={t('Latitude, longitude')}
            description={t('Paste it from a map: hold or right-click the spot where the bags stand, and copy.')}
            data-autofocus
            {...form.getInputProps('pair')}
          />
          <Text role="status" c="orange" fz="sm">
            {doubtAbout(readPoint(form.values.pair))}
          </Text>
        </>
      )}
    </FormShell>
  )
}
