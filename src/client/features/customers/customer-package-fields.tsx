import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getProduct, type Package } from '#contract/v1/packages.ts'
import { getSuburb } from '#contract/v1/suburbs.ts'
import { showDollars } from '#domain/money.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { DuePick } from '#client/shells/due-pick.tsx'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, WholeInput } from '#client/shells/form-parts.tsx'
import { offeredPackageSource, packageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useMayChangeMoney } from '#client/shells/role.tsx'
import { terms } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { type CustomerValues } from './customer-values.ts'
import { OrderWishFields } from './order-wish.tsx'
import { customerLabels } from '#client/shells/new-customer.ts'

interface CustomerPackageFieldsProps {
  form: Form<CustomerValues>
  isNew: boolean
  /** False: the user doesn't change how the customer is billed. */
  billing: boolean
  scheme: CollectionScheme | undefined
}

export function CustomerPackageFields({ form, isNew, billing, scheme }: CustomerPackageFieldsProps) {
  const labels = customerLabels()
  const setsPrices = useMayChangeMoney()
  const { productID, suburbID, collectionScheme, weekNumber, due, invoiceType } = form.getValues()
  const { data: packageRow } = useQuery({ ...ask(getProduct, { productID }), enabled: productID !== '' })
  const { data: suburb } = useQuery({ ...ask(getSuburb, { suburbID }), enabled: suburbID !== '' })
  const asThePackage = { value: '', label: t('From the package') }
  const take = (id: string | undefined, row: unknown) => {
    form.setFieldValue('productID', id ?? '')
    // A new customer gets the package's features, which can be changed (domain.md 3).
    if (isNew && row !== undefined) form.setFieldValue('features', [...(row as Package).features])
  }
  return (
    <Fields title={t('Service')}>
      <RemotePick
        label={labels.productID}
        withAsterisk
        source={isNew ? offeredPackageSource : packageSource}
        value={productID}
        onChange={take}
        error={form.errors['productID'] as string | undefined}
        {...(packageRow === undefined
          ? {}
          : {
              description: [
                showDollars(packageRow.price),
                collectionWords(packageRow.collectionScheme),
                paymentWords(packageRow.paymentScheme),
              ].join(' · '),
            })}
      />
      <MoneyInput
        description={t('Per bag; rubbish removal: in total. Leave blank for the package price.')}
        disabled={!setsPrices}
        {...form.getInputProps('amount')}
      />
      <DayInput
        description={t('No price change up to this day.')}
        disabled={!setsPrices}
        {...form.getInputProps('priceFixedUntil')}
      />
      {isNew ? (
        <NativeSelect data={[asThePackage, ...terms.collectionSchemes()]} {...form.getInputProps('collectionScheme')} />
      ) : null}
      <NativeSelect
        data={[...(isNew ? [asThePackage] : []), ...terms.paymentSchemes()]}
        disabled={!billing}
        {...form.getInputProps('paymentScheme')}
      />
      {/* It means nothing for a one-off (`blockSize`). */}
      {(scheme ?? (collectionScheme || packageRow?.collectionScheme)) === 'ONE_OFF' ? null : (
        <NativeSelect
          data={terms.invoiceTypesBeside(invoiceType)}
          disabled={!billing}
          {...form.getInputProps('invoiceType')}
        />
      )}
      <DayInput {...form.getInputProps('startDate')} />
      <NativeSelect
        data={[{ value: '', label: t('The suburb’s week') }, ...terms.weeks()]}
        {...form.getInputProps('weekNumber')}
      />
      <WholeInput {...form.getInputProps('runNumber')} />
      <WholeInput
        description={t('Position in the run. Leave blank to sort by street.')}
        {...form.getInputProps('stopOrder')}
      />
      <OrderWishFields form={form} />
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
