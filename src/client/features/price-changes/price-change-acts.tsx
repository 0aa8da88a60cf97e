import { useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import {
  announcePriceChange,
  cancelPriceChange,
  markPriceLetters,
  type PriceChange,
  printPriceLetters,
} from '#contract/v1/price-changes.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { noticesInWords } from './price-change-words.ts'
import { priceChangesPaths } from './price-changes-paths.ts'

type Question = 'announce' | 'add' | 'cancel' | 'printed'

export function PriceChangeActs({ change }: { change: PriceChange }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const { priceChangeID, state, toAdd, toPrint } = change
  const isDraft = state === 'draft'
  const mayCancel = isDraft || state === 'announced'
  return (
    <>
      {isDraft ? <Button onClick={() => setAsking('announce')}>{t('Announce')}</Button> : null}
      {isDraft ? (
        <Button variant="default" component={Link} to={priceChangesPaths.edit(priceChangeID)}>
          {t('Edit')}
        </Button>
      ) : null}
      {toAdd > 0 ? (
        <Button onClick={() => setAsking('add')}>
          {plural(toAdd, 'Add {{count}} customer', 'Add {{count, number}} customers')}
        </Button>
      ) : null}
      {!isDraft && toPrint > 0 ? (
        <>
          <PdfButton
            endpoint={printPriceLetters}
            input={{ priceChangeID }}
            name="Letters.pdf"
            label={plural(toPrint, '{{count}} letter (PDF)', '{{count, number}} letters (PDF)')}
          />
          {state === 'cancelled' ? null : (
            <Button variant="default" onClick={() => setAsking('printed')}>
              {t('Mark as printed')}
            </Button>
          )}
        </>
      ) : null}
      {mayCancel ? <MoreActs acts={[{ label: t('Cancel price change'), onClick: () => setAsking('cancel') }]} /> : null}
      <Questions change={change} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

interface QuestionsProps {
  change: PriceChange
  asking: Question | null
  onClose: () => void
}

function Questions({ change, asking, onClose }: QuestionsProps) {
  const { priceChangeID, version, day, customers, yearly, letters, noticeDays, earliest, toAdd, toPrint, state } =
    change
  const shared = { cancel: t('Back'), onClose, ifMatch: version }
  return (
    <>
      <ConfirmCommand
        {...shared}
        opened={asking === 'announce'}
        question={
          customers === 0
            ? t('Change the price for new customers only?')
            : plural(
                customers,
                'Announce the new price to {{count}} customer?',
                'Announce the new prices to {{count, number}} customers?',
              )
        }
        confirm={t('Announce')}
        disabled={day < earliest}
        endpoint={announcePriceChange}
        input={{ priceChangeID }}
        done={t('Price change announced')}
        mails={change.mails > 0}
      >
        <p>
          {t('From {{day}}. At one bag a collection it makes {{yearly}} a year. Notices: {{notices}}.', {
            day: formatDay(day),
            yearly: showDollars(yearly),
            notices: noticesInWords(change),
          })}
        </p>
        {change.mails + letters > 0 ? (
          <p>
            {t('A customer’s price rises {{days}} days after their notice was sent or printed, at the earliest.', {
              days: noticeDays,
            })}
          </p>
        ) : null}
        {day < earliest ? <p>{t('Too soon: choose {{day}} or later first.', { day: formatDay(earliest) })}</p> : null}
      </ConfirmCommand>
      <ConfirmCommand
        {...shared}
        opened={asking === 'add'}
        question={plural(toAdd, 'Add {{count}} customer?', 'Add {{count, number}} customers?')}
        confirm={t('Add and send notices')}
        endpoint={announcePriceChange}
        input={{ priceChangeID }}
        done={t('Customers added')}
        mails
      >
        <p>{t('They pay the old price. Each pays the new one after their own days of notice.')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        {...shared}
        opened={asking === 'printed'}
        question={plural(toPrint, 'Mark {{count}} letter as printed?', 'Mark {{count, number}} letters as printed?')}
        confirm={t('Mark as printed')}
        endpoint={markPriceLetters}
        input={{ priceChangeID, letters: toPrint }}
        done={t('Marked as printed')}
      >
        <p>{t('Post them today: the days of notice begin now.')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        {...shared}
        opened={asking === 'cancel'}
        question={t('Cancel this price change?')}
        confirm={t('Cancel price change')}
        danger
        endpoint={cancelPriceChange}
        input={{ priceChangeID }}
        done={t('Price change cancelled')}
        mails={state === 'announced'}
      >
        <p>
          {state === 'draft'
            ? t('It’s a draft: no customer was told.')
            : t('Everyone keeps their price, and those who were told get an email. Letters can be printed here.')}
        </p>
      </ConfirmCommand>
    </>
  )
}
