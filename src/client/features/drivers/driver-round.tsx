import { NativeSelect, TextInput } from '@mantine/core'
import type { Driver } from '#contract/v1/drivers.ts'
import { ROUND_ENDS, ROUND_STARTS, type RoundEndAt } from '#domain/round-rules.ts'
import { pairText } from '#domain/place.ts'
import { useDepots } from '#client/shells/depots.tsx'
import { Facts } from '#client/shells/facts.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, WholeInput } from '#client/shells/form-parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { DriverValues } from './driver-values.ts'
import { FIELD_NAMES } from './field-names.ts'

const WHERE = sentences({
  anywhere: 'Anywhere',
  depot: 'Depot',
  home: 'Home',
  tip: 'Tip',
}) satisfies Record<RoundEndAt, string>

/** Where a driver's rounds start and end, and what bounds them when a run is divided (domain.md 4). */
export function DriverRound({ driver }: { driver: Driver }) {
  const { startsAt, endsAt, home, truckBags, longestDay } = driver
  return (
    <Facts
      title={t('Start, end and truck')}
      facts={[
        { label: t(FIELD_NAMES.startsAt), value: t(WHERE[startsAt]) },
        { label: t(FIELD_NAMES.endsAt), value: t(WHERE[endsAt]) },
        { label: t(FIELD_NAMES.home), value: home === null ? null : pairText(home) },
        { label: t(FIELD_NAMES.truckBags), value: truckBags },
        { label: t(FIELD_NAMES.longestDay), value: longestDay },
      ]}
    />
  )
}

export function DriverRoundFields({ form }: { form: Form<DriverValues> }) {
  const hasDepots = useDepots().length > 0
  const options = (places: readonly RoundEndAt[]) => places.map((value) => ({ value, label: t(WHERE[value]) }))
  return (
    <Fields title={t('Start, end and truck')}>
      <NativeSelect
        description={t(
          hasDepots
            ? 'The depot is the run’s, under Settings, Depots. The tip is set under Settings, Collections.'
            : 'Depot and tip are set under Settings, Collections.',
        )}
        data={options(ROUND_STARTS)}
        {...form.getInputProps('startsAt')}
      />
      <NativeSelect
        description={t('For “Shortest order” and “Divide among drivers”.')}
        data={options(ROUND_ENDS)}
        {...form.getInputProps('endsAt')}
      />
      <TextInput
        description={t('Paste it from a map. Only the office and the driver see it.')}
        {...form.getInputProps('home')}
      />
      <span />
      <WholeInput description={t('Leave blank for any number.')} {...form.getInputProps('truckBags')} />
      <WholeInput inputMode="decimal" {...form.getInputProps('longestDay')} />
    </Fields>
  )
}
