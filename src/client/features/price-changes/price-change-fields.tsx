import { NativeSelect, TextInput } from '@mantine/core'
import type { PriceChange } from '#contract/v1/price-changes.ts'
import { showMoney } from '#domain/money.ts'
import { PRICE_CHANGE_KINDS, ROUND_TO, type PriceChangeKind } from '#domain/price-changes.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, MoneyInput, PercentInput, WholeInput, Wide } from '#client/shells/form-parts.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { terms } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

export type PriceChangeValues = {
  kind: PriceChangeKind
  to: number | string
  by: number | string
  percent: number | string
  roundTo: string
  day: string
  productID: string
  suburbID: string
  runNumber: number | string
  weekNumber: string
  collectionScheme: string
  description: string
}

export const NEW_PRICE_CHANGE: PriceChangeValues = {
  kind: 'to',
  to: '',
  by: '',
  percent: '',
  roundTo: '50',
  day: '',
  productID: '',
  suburbID: '',
  runNumber: '',
  weekNumber: '',
  collectionScheme: '',
  description: '',
}

export const PRICE_CHANGE_REQUIRED = ['kind', 'day'] as const

export const priceChangeValues = (change: PriceChange): PriceChangeValues => ({
  kind: change.kind,
  to: change.to ?? '',
  by: change.by ?? '',
  percent: change.percent ?? '',
  roundTo: String(change.roundTo),
  day: change.day,
  productID: change.productID ?? '',
  suburbID: change.suburbID ?? '',
  runNumber: change.runNumber ?? '',
  weekNumber: change.weekNumber === null ? '' : String(change.weekNumber),
  collectionScheme: change.collectionScheme ?? '',
  description: change.description ?? '',
})

const orNull = (value: number | string) => (value === '' ? null : value)

/** Only the chosen one of the three ways is sent. */
export const priceChangeInput = ({ kind, ...values }: PriceChangeValues): Readonly<Record<string, unknown>> => ({
  kind,
  day: values.day,
  description: values.description,
  roundTo: Number(values.roundTo),
  to: kind === 'to' ? orNull(values.to) : null,
  by: kind === 'by' ? orNull(values.by) : null,
  percent: kind === 'percent' ? orNull(values.percent) : null,
  productID: orNull(values.productID),
  suburbID: orNull(values.suburbID),
  runNumber: orNull(values.runNumber),
  weekNumber: values.weekNumber === '' ? null : Number(values.weekNumber),
  collectionScheme: orNull(values.collectionScheme),
})

export function priceChangeCheck(values: PriceChangeValues): Readonly<Record<string, string>> {
  const { kind, productID, suburbID, runNumber, weekNumber, collectionScheme } = values
  const isMissing = values[kind] === ''
  const isForNobody = [productID, suburbID, runNumber, weekNumber, collectionScheme].every((value) => value === '')
  return {
    ...(isMissing && { [kind]: t('This field is mandatory') }),
    ...(isForNobody && { productID: t('Choose a service or a group of customers') }),
  }
}

export function priceChangeLabels(): Record<keyof PriceChangeValues, string> {
  return {
    kind: t('Change'),
    to: t('New price'),
    by: t('Difference'),
    percent: t('Percent'),
    roundTo: t('To the nearest'),
    day: t('First day'),
    productID: t('Service package'),
    suburbID: t('Suburb'),
    runNumber: t('Run number'),
    weekNumber: t('Week'),
    collectionScheme: t('Collection scheme'),
    description: t('Description'),
  }
}

const KIND_WORDS = sentences({
  to: 'To a new price',
  by: 'By an amount',
  percent: 'By a percentage',
}) satisfies Record<PriceChangeKind, string>

export function PriceChangeFields({ form }: { form: Form<PriceChangeValues> }) {
  const { kind } = form.getValues()
  const labels = priceChangeLabels()
  const pick = (name: 'productID' | 'suburbID') => ({
    label: labels[name],
    value: form.getValues()[name],
    onChange: (id: string | undefined) => form.setFieldValue(name, id ?? ''),
    error: form.errors[name] as string | undefined,
    clearable: true,
  })
  return (
    <>
      <Fields title={t('For whom')}>
        <Wide>
          <p>
            {t(
              'With a service and nothing else, new customers pay the new price too. Customers with a price of their own are left out.',
            )}
          </p>
        </Wide>
        <RemotePick source={packageSource} {...pick('productID')} />
        <RemotePick source={suburbSource} {...pick('suburbID')} />
        <WholeInput {...form.getInputProps('runNumber')} />
        <NativeSelect data={[{ value: '', label: t('Any') }, ...terms.weeks()]} {...form.getInputProps('weekNumber')} />
        <NativeSelect
          data={[{ value: '', label: t('Any') }, ...terms.collectionSchemes()]}
          {...form.getInputProps('collectionScheme')}
        />
      </Fields>
      <Fields title={t('New price')}>
        <NativeSelect
          data={PRICE_CHANGE_KINDS.map((value) => ({ value, label: t(KIND_WORDS[value]) }))}
          {...form.getInputProps('kind')}
        />
        {kind === 'to' ? <MoneyInput {...form.getInputProps('to')} withAsterisk /> : null}
        {kind === 'by' ? (
          <MoneyInput {...form.getInputProps('by')} withAsterisk description={t('With a minus: cheaper.')} />
        ) : null}
        {kind === 'percent' ? (
          <>
            <PercentInput {...form.getInputProps('percent')} withAsterisk description={t('With a minus: cheaper.')} />
            <NativeSelect
              data={ROUND_TO.map((cents) => ({ value: String(cents), label: showMoney(cents) }))}
              {...form.getInputProps('roundTo')}
            />
          </>
        ) : null}
        <DayInput {...form.getInputProps('day')} />
        <Wide>
          <TextInput {...form.getInputProps('description')} />
        </Wide>
      </Fields>
    </>
  )
}
