import type { CallOf } from '#contract/endpoint.ts'
import { getCallList, previewCallList } from '#contract/v1/reminders.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { csvText, saveCsv } from '#client/shells/csv-export.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

/**
 * Saves the CSV file of everybody due who has no email.
 * @param input a reminder, or the week and part of a new one
 * @param name the reminder's name, or the week's
 */
export function useCallList(
  input: CallOf<typeof getCallList> | CallOf<typeof previewCallList>,
  name: string,
): () => Promise<void> {
  const command = useCommand()
  return async () => {
    const answer = 'reminderID' in input ? await command(getCallList, input) : await command(previewCallList, input)
    if (answer.kind !== 'ok') return
    const { items } = answer.value
    if (items.length === 0) return showSuccess(t('All customers due have an email.'))
    const phone = (number: string | null) => (number === null ? null : showPhone(number))
    saveCsv(
      `${t('Call list {{name}}', { name })}.csv`,
      csvText(
        [
          t('Customer number'),
          t('Customer'),
          t('Mobile phone'),
          t('Home phone'),
          t('Address'),
          t('Suburb'),
          t('Run number'),
        ],
        items.map((one) => [
          one.refId,
          one.customer,
          phone(one.mobilePhone),
          phone(one.homePhone),
          one.address,
          one.suburb,
          one.runNumber,
        ]),
      ),
    )
  }
}
