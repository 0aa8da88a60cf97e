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
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useToday } from '#client/shells/today.ts'
import { useCallList } from './call-list.ts'
import { isPast, isPastCutoff } from './reminder-state.tsx'
import { reminderInWords } from './reminder-name.ts'

type Question = 'activate' | 'passed' | 'deactivate' | 'send' | 'again' | 'delete'

export function ReminderActs({ reminder, unsaved }: { reminder: Reminder; unsaved: boolean }) {
  const { t } = useTranslation('reminders')
  const [asking, setAsking] = useState<Question | null>(null)
  const { reminderID, status, active, sending, runAt, sendAgain } = reminder
  const { timeZone } = useOffice().profile.config
  const time = showBusinessTime(new Date(runAt), timeZone)
  const saveCallList = useCallList({ reminderID }, reminderInWords(reminder, ''))
  const waits = status === 'pending' && !sending
  const isOver = isPastCutoff(reminder)
  // Unsaved text would not be sent.
  const once = (question: Question) => (unsaved ? showFailure(t('unsaved'), t('unsavedHow')) : setAsking(question))
  // A time that has passed has a question of its own, because the server would refuse it.
  const activate = () => once(isPast(runAt) ? 'passed' : 'activate')
  return (
    <>
      {waits && !active && !isOver ? <Button onClick={activate}>{t('activate', { time })}</Button> : null}
      {waits && active ? (
        <Button variant="default" onClick={() => setAsking('deactivate')}>
          {t('deactivate')}
        </Button>
      ) : null}
      {waits && !isOver ? (
        <Button variant="default" onClick={() => once('send')}>
          {t('sendOut')}
        </Button>
      ) : null}
      {sendAgain > 0 ? (
        <Button onClick={() => setAsking('again')}>{t('sendAgain', { count: sendAgain })}</Button>
      ) : null}
      <MoreActs
        acts={[
          { label: t('callList'), onClick: () => void saveCallList() },
          ...(waits ? [{ label: t('delete'), onClick: () => setAsking('delete') }] : []),
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
  const { t } = useTranslation('reminders')
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const { reminderID, runAt, version } = reminder
  const name = reminderInWords(reminder, useToday())
  const time = showBusinessTime(new Date(runAt), timeZone)
  const close = () => ask(null)
  const shared = { cancel: t('cancel'), onClose: close, onDone: close }
  return (
    <>
      <ConfirmCommand
        {...shared}
        opened={asking === 'activate'}
        question={t('activateQuestion', { name, time })}
        confirm={t('activate', { time })}
        endpoint={updateReminder}
        input={{ reminderID, active: true }}
        ifMatch={version}
        done={t('activated')}
        mails
        otherwise={{ run_at_passed: () => ask('passed') }}
      >
        <p>{t('activateWhy')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        {...shared}
        opened={asking === 'deactivate'}
        question={t('deactivateQuestion', { name })}
        confirm={t('deactivate')}
        endpoint={updateReminder}
        input={{ reminderID, active: false }}
        ifMatch={version}
        done={t('deactivated')}
      >
        <p>{t('deactivateWhy')}</p>
      </ConfirmCommand>
      {(['passed', 'send', 'again'] as const).map((question) => (
        <ConfirmCommand
          key={question}
          {...shared}
          opened={asking === question}
          question={
            question === 'passed'
              ? t('passedQuestion', { time })
              : question === 'send'
                ? t('sendQuestion', { name })
                : t('sendAgainQuestion')
          }
          confirm={question === 'again' ? t('sendAgain', { count: reminder.sendAgain }) : t('sendOut')}
          endpoint={sendReminder}
          input={{ reminderID }}
          done={t('sendStarted')}
          mails
        >
          <p>{question === 'passed' ? t('passedWhy') : question === 'send' ? t('sendWhy') : t('sendAgainWhy')}</p>
        </ConfirmCommand>
      ))}
      <ConfirmCommand
        {...shared}
        opened={asking === 'delete'}
        question={t('deleteQuestion', { name })}
        confirm={t('delete')}
        danger
        endpoint={deleteReminder}
        input={{ reminderID }}
        ifMatch={version}
        done={t('deleted')}
        onDone={() => void navigate(officePaths.reminders(), { replace: true })}
      >
        <p>{t('deleteWhy')}</p>
      </ConfirmCommand>
    </>
  )
}
