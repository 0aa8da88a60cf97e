import type { SandboxParts } from './parts.ts'
import type { Task } from './stored-tasks.ts'

/** What becomes true by the time alone. A request looks at it first, so that it never sees an older state. */
const BY_TIME = ['expire', 'payOut'] as const

export async function passTime(parts: SandboxParts): Promise<void> {
  for (let due = await nextByTime(parts); due !== undefined; due = await nextByTime(parts)) {
    await parts.tasks.remove(due.taskID)
    await doTask(parts, due.task)
  }
}

const nextByTime = ({ tasks, now }: SandboxParts) => tasks.firstDue(now.getTime(), BY_TIME)

/** Does a task that is no webhook. */
export async function doTask({ objects, balance, checkouts, moneyBack }: SandboxParts, task: Task): Promise<void> {
  switch (task.do) {
    case 'expire': {
      const session = await objects.find('checkout.session', task.sessionID)
      if (session?.status === 'open') await checkouts.expire(session)
      return
    }
    case 'settle':
      return checkouts.settle(task.paymentID, task.sessionID, task.outcome, task.delivery)
    case 'return': {
      const payment = await objects.find('payment_intent', task.paymentID)
      if (payment) await moneyBack.return(payment)
      return
    }
    case 'payOut':
      return balance.payOutDaily()
    case 'deliver':
  }
}
