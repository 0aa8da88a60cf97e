import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { answerCase } from '#contract/v1/cases.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { caseStateAt, disagreeUntil, isCaseActPossible } from '#domain/cases.ts'
import { type Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { caseMessages, cases } from '../../db/tables/cases.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, requireArea, requireScope, requireVersion } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { enterGoodwill } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { mailAnswer } from './case-mails.ts'
import { lockedCaseFor } from './cases-policy.ts'
import { type CaseRow, messagesOf } from './cases-reads.ts'
import { appendMessage } from './messages-commands.ts'

/** What the office does: answers, with or without a credit, and closes. */

type OfficeAuthor = Author & { readonly actor: Actor }

/**
 * Stores the answer, its credit and its mail in one transaction. Repeated with the same `messageID` it changes nothing;
 * if the customer has added to the case since the given version, it is refused.
 */
export async function answer(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail' | 'config'>,
  author: OfficeAuthor,
  { caseID, messageID, text, credit, close = false }: InputOf<typeof answerCase>,
  ifMatch: number | null,
): Promise<void> {
  const row = await lockedCaseFor(tx, author.actor, caseID)
  const [known] = await tx.select().from(caseMessages).where(eq(caseMessages.messageID, messageID))
  if (known !== undefined) {
    if (known.caseID !== caseID || known.kind !== 'answered') refuseField('messageID', 'This ID is used already')
    return
  }
  requireVersion(ifMatch, row.version)
  if (!isCaseActPossible('answer', caseStateAt(row, author.now))) throw new Refused('wrong_state')
  const amount = credit ?? null
  if (amount !== null) {
    requireArea(author.actor, 'money')
    requireScope(author.actor, createTransaction)
  }
  const transactionID = amount === null ? null : await giveCredit(tx, author, row, amount)
  await appendMessage(tx, author, {
    messageID,
    caseID,
    kind: 'answered',
    authorID: author.actor.userID,
    text,
    transactionID,
    creditAmount: amount,
  })
  const settings = await settingsInForce(tx)
  const until = disagreeUntil(author.now, settings['business.timeZone'])
  await tx
    .update(cases)
    .set({
      state: close ? 'closed' : 'answered',
      disagreed: false,
      disagreeUntil: close ? null : until,
      version: row.version + 1,
    })
    .where(eq(cases.caseID, caseID))
  await mailAnswer(tx, deps, author, row, { messageID, text, amount, until: close ? null : until })
  await recordChange(tx, author, {
    action: 'case.answer',
    subjectKind: 'case',
    subjectID: caseID,
    after: { texts: ['text'], close, credit: amount ?? undefined, transactionID: transactionID ?? undefined },
  })
}

/** Books one deposit of goodwill per case. The unique index refuses a second one that got past the check. */
async function giveCredit(tx: Queryable, author: Author, row: CaseRow, amount: Cents): Promise<string> {
  if (amount <= 0) refuseField('credit', 'This must be more than $0')
  if ((await messagesOf(tx, row.caseID)).some(({ transactionID }) => transactionID !== null))
    throw new Refused('credit_given')
  const { customerID, caseID, refNumber } = row
  const [transactionID] = await enterGoodwill(tx, author, {
    customerID,
    amount,
    notes: `Case ${refNumber}`,
    clientKey: `case ${caseID}`,
  })
  return transactionID!
}

/** A case that is closed already stays as it is. */
export async function close(
  tx: Queryable,
  author: OfficeAuthor,
  caseID: string,
  ifMatch: number | null,
): Promise<void> {
  const row = await lockedCaseFor(tx, author.actor, caseID)
  const before = caseStateAt(row, author.now)
  if (before === 'closed') return
  requireVersion(ifMatch, row.version)
  await appendMessage(tx, author, { caseID, kind: 'closed', authorID: author.actor.userID, text: '' })
  await tx
    .update(cases)
    .set({ state: 'closed', disagreed: false, disagreeUntil: null, version: row.version + 1 })
    .where(eq(cases.caseID, caseID))
  await recordChange(tx, author, {
    action: 'case.close',
    subjectKind: 'case',
    subjectID: caseID,
    before: { state: before },
    after: { state: 'closed' },
  })
}
