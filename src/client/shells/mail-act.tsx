import { useState, type ReactNode } from 'react'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { t } from '#client/ui/core/texts.ts'
import { ConfirmCommand } from './confirm-command.tsx'
import { useHasMailServer } from './no-mail-server.tsx'
import { useCommand } from './use-command.ts'

interface MailAct<E extends Endpoint> {
  endpoint: E
  input: CallOf<E>
  /** Asked where there is no mail server: "Send this receipt?" */
  question: string
  /** Offered instead of a mail that would not be sent. */
  print: ReactNode
}

/**
 * An act that only mails, of one tap: without a mail server it says first that nothing will be sent. `dialog` is to be
 * rendered.
 */
export function useMailAct(): { send: <E extends Endpoint>(act: MailAct<E>) => void; dialog: ReactNode } {
  const command = useCommand()
  const hasMailServer = useHasMailServer()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const done = t('Sending the email')
  return {
    send: ({ endpoint, input, ...asked }) => {
      if (hasMailServer) void command(endpoint, input, { done })
      else
        setDialog(
          <ConfirmCommand
            opened
            {...asked}
            confirm={t('Send')}
            endpoint={endpoint}
            input={input}
            done={done}
            mails
            onClose={close}
          />,
        )
    },
    dialog,
  }
}
