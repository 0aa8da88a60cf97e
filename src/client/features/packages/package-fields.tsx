import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { COLLECTION_SCHEMES, PAYMENT_SCHEMES, SERVICE_TYPES } from '#domain/words.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { FeaturesInput } from './features-input.tsx'
import type { PackageValues } from './package-values.ts'

export function PackageFields({ form }: { form: Form<PackageValues> }) {
  const { t } = useTranslation('services')
  const { t: terms } = useTranslation('terms')
  const { collectionScheme, paymentScheme, features } = form.getValues()
  const collection = COLLECTION_SCHEMES.find((scheme) => scheme === collectionScheme) ?? 'MONTHLY'
  const payment = PAYMENT_SCHEMES.find((scheme) => scheme === paymentScheme) ?? 'POSTPAID'
  return (
    <>
      <Fields title={t('what')}>
        <Wide>
          <TextInput label={t('name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
        </Wide>
        <NativeSelect
          label={t('serviceType')}
          withAsterisk
          data={SERVICE_TYPES.map((type) => ({ value: type, label: terms(`serviceType${type}`) }))}
          {...form.getInputProps('serviceType')}
        />
        <MoneyInput label={t('price')} withAsterisk {...form.getInputProps('price')} description={t('priceHow')} />
      </Fields>
      <Fields title={t('collection')}>
        <NativeSelect
          label={t('collectionScheme')}
          withAsterisk
          data={COLLECTION_SCHEMES.map((scheme) => ({ value: scheme, label: collectionWords(scheme) }))}
          {...form.getInputProps('collectionScheme')}
        />
        <TextInput
          label={t('publicCollectionScheme')}
          placeholder={collectionWords(collection)}
          {...form.getInputProps('publicCollectionScheme')}
        />
      </Fields>
      <Fields title={t('payment')}>
        <NativeSelect
          label={t('paymentScheme')}
          withAsterisk
          data={PAYMENT_SCHEMES.map((scheme) => ({ value: scheme, label: paymentWords(scheme) }))}
          {...form.getInputProps('paymentScheme')}
        />
        <TextInput
          label={t('publicPaymentScheme')}
          placeholder={paymentWords(payment)}
          {...form.getInputProps('publicPaymentScheme')}
        />
      </Fields>
      <FeaturesInput
        value={features}
        onChange={(next) => form.setFieldValue('features', next)}
        error={form.errors['features'] as string | undefined}
      />
      <Switch
        label={t('isPublic')}
        description={t('isPublicHow')}
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
    </>
  )
}
