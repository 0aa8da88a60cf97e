import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getProduct, type Package } from '#contract/v1/packages.ts'
import { getSuburb } from '#contract/v1/suburbs.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { DuePick } from '#client/shells/due-pick.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, WholeInput } from '#client/shells/form-parts.tsx'
import { offeredPackageSource, packageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type CustomerValues, useCustomerLabels } from './customer-values.ts'

export function CustomerPackageFields({ form, isNew }: { form: Form<CustomerValues>; isNew: boolean }) {
  const { t } = useTranslation('customers')
  const terms = useTerms()
  const labels = useCustomerLabels()
  const { productID, suburbID, collectionScheme, weekNumber, due, startDate, invoiceType } = form.getValues()
  const { data: packageRow } = useQuery({ ...ask(getProduct, { productID }), enabled: productID !== '' })
  const { data: suburb } = useQuery({ ...ask(getSuburb, { suburbID }), enabled: suburbID !== '' })
  const asThePackage = { value: '', label: t('packages') }
  const take = (id: string | undefined, row: unknown) => {
    form.setFieldValue('productID', id ?? '')
    // A new customer gets the package's features, which can be changed (domain.md 3).
    if (isNew && row !== undefined) form.setFieldValue('features', [...(row as Package).features])
  }
  return (
    <Fields title={t('package')}>
      <RemotePick
        label={labels.productID}
        required
        source={isNew ? offeredPackageSource : packageSource}
        value={productID}
        onChange={take}
        error={form.errors['productID'] as string | undefined}
        {...(packageRow === undefined
          ? {}
          : {
              description: [
                showMoney(nearestCents(packageRow.price)),
                collectionWords(packageRow.collectionScheme),
                paymentWords(packageRow.paymentScheme),
              ].join(' · '),
            })}
      />
      <MoneyInput label={labels.amount} description={t('amountHow')} {...form.getInputProps('amount')} />
      {isNew ? (
        <NativeSelect
          label={labels.collectionScheme}
          data={[asThePackage, ...terms.collectionSchemes]}
          {...form.getInputProps('collectionScheme')}
        />
      ) : null}
      <NativeSelect
        label={labels.paymentScheme}
        data={[...(isNew ? [asThePackage] : []), ...terms.paymentSchemes]}
        {...form.getInputProps('paymentScheme')}
      />
      <NativeSelect
        label={labels.invoiceType}
        withAsterisk
        data={terms.invoiceTypesBeside(invoiceType)}
        {...form.getInputProps('invoiceType')}
      />
      <DayInput
        label={labels.startDate}
        required
        value={startDate}
        onChange={(day) => form.setFieldValue('startDate', day)}
        error={form.errors['startDate'] as string | undefined}
      />
      <NativeSelect
        label={labels.weekNumber}
        data={[{ value: '', label: terms.t('suburbsWeek') }, ...terms.weeks]}
        {...form.getInputProps('weekNumber')}
      />
      <WholeInput label={labels.runNumber} withAsterisk {...form.getInputProps('runNumber')} />
      <WholeInput label={labels.stopOrder} description={t('stopOrderHow')} {...form.getInputProps('stopOrder')} />
      {isNew ? (
        <DuePick
          scheme={(collectionScheme as CollectionScheme | '') || (packageRow?.collectionScheme ?? '')}
          weekNumber={weekNumber === '' ? (suburb?.weekNumber ?? null) : Number(weekNumber)}
          value={due}
          onChange={(next) => form.setFieldValue('due', next)}
          error={form.errors['due'] ?? form.errors['due.weekNumber'] ?? form.errors['due.monthNumber']}
        />
      ) : null}
    </Fields>
  )
}
