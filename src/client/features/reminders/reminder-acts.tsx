import { useState } from 'react'
import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { deleteReminder, type Reminder, sendReminder, updateReminder } from '#contract/v1/reminders.ts'
import { showBusinessTime } from '#domain/reminders.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { useCallList } from './call-list.ts'
import { isPast, isPastCutoff } from './reminder-state.tsx'
import { reminderInWords } from './reminder-name.ts'

type Question = 'activate' | 'passed' | 'deactivate' | 'send' | 'again' | 'delete'

export function ReminderActs({ reminder, unsaved }: { reminder: Reminder; unsaved: boolean }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const { reminderID, status, active, sending, runAt, sendAgain } = reminder
  const { timeZone } = useOffice().profile.config
  const time = showBusinessTime(new Date(runAt), timeZone)
  const saveCallList = useCallList({ reminderID }, reminderInWords(reminder, ''))
  const waits = status === 'pending' && !sending
  const isOver = isPastCutoff(reminder)
  // Unsaved text would not be sent.
  const once = (question: Question) =>
    unsaved
      ? showFailure(t('Save your changes first'), t('The email is sent as it was last saved.'))
      : setAsking(question)
  // It can't be scheduled for a time that has passed; a page that was opened before asks, because the server would refuse.
  const activate = () => once(isPast(runAt) ? 'passed' : 'activate')
  const maySchedule = waits && !active && !isPast(runAt)
  return (
    <>
      {maySchedule && !isOver ? <Button onClick={activate}>{t('Schedule for {{time}}', { time })}</Button> : null}
      {waits && active ? (
        <Button variant="default" onClick={() => setAsking('deactivate')}>
          {t('Don’t send')}
        </Button>
      ) : null}
      {waits && !isOver ? (
        <Button variant={maySchedule || active ? 'default' : 'filled'} onClick={() => once('send')}>
          {t('Send now')}
        </Button>
      ) : null}
      {sendAgain > 0 ? (
        <Button onClick={() => setAsking('again')}>
          {plural(sendAgain, 'Send again to {{count}} customer', 'Send again to {{count, number}} customers')}
        </Button>
      ) : null}
      <MoreActs
        acts={[
          { label: t('Call list (CSV)'), onClick: () => void saveCallList() },
          ...(waits ? [{ label: t('Delete'), onClick: () => setAsking('delete') }] : []),
        ]}
      />
      <Questions reminder={reminder} asking={asking} ask={setAsking} />
    </>
  )
}

interface QuestionsProps {
  reminder: Reminder
  asking: Question | null
  ask: (question: Question | null) => void
}

function Questions({ reminder, asking, ask }: QuestionsProps) {
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const { reminderID, runAt, version } = reminder
  const name = reminderInWords(reminder, useToday())
  const time = showBusinessTime(new Date(runAt), timeZone)
  const close = () => ask(null)
  const shared = { cancel: t('Cancel'), onClose: close, onDone: close }
  return (
    <>
      <ConfirmCommand
        {...shared}
        opened={asking === 'activate'}
        question={t('Schedule {{name}} for {{time}}?', { name, time })}
        confirm={t('Schedule for {{time}}', { time })}
        endpoint={updateReminder}
        input={{ reminderID, active: true }}
        ifMatch={version}
        done={t('Scheduled')}
        mails
        otherwise={{ run_at_passed: () => ask('passed') }}
      >
        <p>{t('We’ll recheck the list then: new customers are added and anyone who has skipped is left out.')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        {...shared}
        opened={asking === 'deactivate'}
        question={t('Stop {{name}} from being sent?', { name })}
        confirm={t('Don’t send')}
        endpoint={updateReminder}
        input={{ reminderID, active: false }}
        ifMatch={version}
        done={t('It won’t be sent automatically')}
      >
        <p>{t('It stays here. Schedule it again, or send it yourself.')}</p>
      </ConfirmCommand>
      {(['passed', 'send', 'again'] as const).map((question) => (
        <ConfirmCommand
          key={question}
          {...shared}
          opened={asking === question}
          question={
            question === 'passed'
              ? t('{{time}} has passed. Send it now?', { time })
              : question === 'send'
                ? t('Send {{name}} now?', { name })
                : t('Send again to those it didn’t reach?')
          }
          confirm={
            question === 'again'
              ? plural(
                  reminder.sendAgain,
                  'Send again to {{count}} customer',
                  'Send again to {{count, number}} customers',
                )
              : t('Send now')
          }
          endpoint={sendReminder}
          input={{ reminderID }}
          done={t('Sending')}
          mails
        >
          <p>
            {question === 'passed'
              ? t('Or cancel, choose a later time below and save.')
              : question === 'send'
                ? t('We’ll recheck the list: new customers are added and anyone who has skipped is left out.')
                : t('Other customers get no second email. Correct wrong addresses on the customers’ pages first.')}
          </p>
        </ConfirmCommand>
      ))}
      <ConfirmCommand
        {...shared}
        opened={asking === 'delete'}
        question={t('Delete {{name}}?', { name })}
        confirm={t('Delete')}
        danger
        endpoint={deleteReminder}
        input={{ reminderID }}
        ifMatch={version}
        done={t('Reminder deleted')}
        onDone={() => void navigate(officePaths.reminders(), { replace: true })}
      >
        <p>{t('Nothing was sent. Its customers can be in another reminder.')}</p>
      </ConfirmCommand>
    </>
  )
}
