import { NativeSelect, Switch, TextInput, TagsInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { COLLECTION_SCHEMES, PAYMENT_SCHEMES, SERVICE_TYPES } from '#domain/words.ts'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, MoneyInput, Wide } from '#client/shells/form-parts.tsx'
import { firstDouble } from '#domain/features.ts'
import { refusals } from '#domain/refusals.ts'
import { SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import type { PackageValues } from './package-values.ts'

interface PackageFieldsProps {
  form: Form<PackageValues>
  /** Shown below the price. */
  children?: ReactNode
}

export function PackageFields({ form, children }: PackageFieldsProps) {
  const { collectionScheme, paymentScheme, features } = form.getValues()
  const collection = COLLECTION_SCHEMES.find((scheme) => scheme === collectionScheme) ?? 'MONTHLY'
  const payment = PAYMENT_SCHEMES.find((scheme) => scheme === paymentScheme) ?? 'POSTPAID'
  return (
    <>
      <Fields title={t('Details')}>
        <Wide>
          <TextInput data-autofocus {...form.getInputProps('name')} />
        </Wide>
        <NativeSelect
          data={SERVICE_TYPES.map((type) => ({ value: type, label: t(SERVICE_TYPE_WORDS[type]) }))}
          {...form.getInputProps('serviceType')}
        />
        <MoneyInput
          {...form.getInputProps('price')}
          description={t('What the customer pays, AUD: per bag, or for the whole rubbish removal.')}
        />
        {children === undefined ? null : <Wide>{children}</Wide>}
      </Fields>
      <Fields title={t('Collection')}>
        <NativeSelect
          data={COLLECTION_SCHEMES.map((scheme) => ({ value: scheme, label: collectionWords(scheme) }))}
          {...form.getInputProps('collectionScheme')}
        />
        <TextInput
          placeholder={collectionWords(collection)}
          {...form.getInputProps('publicCollectionScheme')}
          label={t('Public wording')}
        />
      </Fields>
      <Fields title={t('Payment')}>
        <NativeSelect
          data={PAYMENT_SCHEMES.map((scheme) => ({ value: scheme, label: paymentWords(scheme) }))}
          {...form.getInputProps('paymentScheme')}
        />
        <TextInput
          placeholder={paymentWords(payment)}
          {...form.getInputProps('publicPaymentScheme')}
          label={t('Public wording')}
        />
      </Fields>
      <FeaturesInput
        value={features}
        onChange={(next) => form.setFieldValue('features', next)}
        error={form.errors['features'] as string | undefined}
      />
      <Switch
        description={t('Shown to people who ask for a quotation or register.')}
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
    </>
  )
}

interface FeaturesInputProps {
  value: readonly string[]
  onChange: (features: string[]) => void
  error: string | undefined
}

/** A package's features as chips. A duplicate is refused, and its text stays so that it can be corrected. */
function FeaturesInput({ value, onChange, error }: FeaturesInputProps) {
  const [typed, setTyped] = useState('')
  const [isDouble, setDouble] = useState(false)
  const add = (more: readonly string[]) => {
    const next = [...value]
    let double = ''
    for (const feature of more) {
      if (firstDouble([...next, feature]) === null) next.push(feature)
      else double = feature
    }
    setTyped(double)
    setDouble(double !== '')
    onChange(next)
  }
  return (
    <TagsInput
      label={t('Features')}
      description={t('Type each one and press Enter.')}
      value={[...value]}
      onChange={(next) => {
        if (next.length < value.length) onChange(next)
      }}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        setDouble(false)
      }}
      // The component would discard a duplicate with its text, so chips are created here.
      acceptValueOnBlur={false}
      splitChars={[]}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed.trim() === '' || event.nativeEvent.isComposing) return
        event.preventDefault()
        add([typed.trim()])
      }}
      onBlur={() => {
        if (typed.trim() !== '') add([typed.trim()])
      }}
      // The component would make chips of any pasted text. Here several lines become several features, and one line is
      // inserted.
      onPasteCapture={(event) => {
        event.stopPropagation()
        const lines = event.clipboardData
          .getData('text/plain')
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter(Boolean)
        if (lines.length < 2) return
        event.preventDefault()
        add(lines)
      }}
      error={isDouble ? refusals.feature_defined.message : error}
    />
  )
}
