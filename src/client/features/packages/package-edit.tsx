import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { getProduct, previewPrice, updateProduct } from '#contract/v1/packages.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { PackageActions } from './package-actions.tsx'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'
import { AnnouncedQuestion } from './announced-question.tsx'
import { PackageFields } from './package-fields.tsx'
import { asksForWhom, PriceQuestion } from './price-question.tsx'
import { packageInput, packageValues, type PackageValues, SERVICE_REQUIRED, packageLabels } from './package-values.ts'

/** For a user who changes no price: the form only shows the service. */
const UNKNOWN = { price: 0, samePrice: 0, ownPrice: 0, inRuns: 0 }

export function PackageEdit({ productID, onClose }: { productID: string; onClose: () => void }) {
  const labels = packageLabels()
  const { data: packageRow, latest } = useEdited(getProduct, { productID }, packageValues)
  const mayPreview = useMayCall(previewPrice)
  const { data } = useQuery({ ...ask(previewPrice, { productID }), staleTime: 0, enabled: mayPreview })
  const concerns = mayPreview ? data : UNKNOWN
  const navigate = useNavigate()
  /** The new price, if it is to begin on a date. */
  const later = useRef<string | number | null>(null)
  const alsoCustomers = useRef(false)
  if (packageRow === undefined || concerns === undefined) return null
  // A price from a date is drafted as a price change, so the service keeps its own until then.
  const toInput = (values: PackageValues) => {
    if (values.alsoCustomers !== '') {
      alsoCustomers.current = values.alsoCustomers === 'yes'
      later.current = values.alsoCustomers === 'later' ? values.price : null
    }
    return packageInput(values.alsoCustomers === 'later' ? { ...values, price: packageRow.price } : values)
  }
  return (
    <FormShell
      title={t('Edit {{name}}', { name: packageRow.name })}
      endpoint={updateProduct}
      fixed={{ productID }}
      initial={packageValues(packageRow)}
      required={SERVICE_REQUIRED}
      toInput={toInput}
      check={(values): Readonly<Record<string, string>> =>
        asksForWhom(values, concerns) && values.alsoCustomers === ''
          ? { alsoCustomers: t('Choose who pays the new price') }
          : {}
      }
      editing={{ version: packageRow.version, latest }}
      labels={labels}
      renderQuestion={({ code }, again) =>
        code === 'pending_price_undecided' ? (
          <AnnouncedQuestion alsoCustomers={alsoCustomers.current} again={again} />
        ) : null
      }
      done={t('Service saved')}
      onClose={onClose}
      onSaved={() =>
        later.current === null
          ? onClose()
          : void navigate(officePaths.newPriceChange({ productID, to: String(later.current) }))
      }
    >
      {(form) => (
        <>
          <PackageFields form={form}>
            <PriceQuestion form={form} concerns={concerns} />
          </PackageFields>
          <PackageActions packageRow={packageRow} onDone={onClose} />
        </>
      )}
    </FormShell>
  )
}
