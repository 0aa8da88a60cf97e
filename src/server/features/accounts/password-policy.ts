import { type PasswordOwner, passwordProblem } from '#domain/passwords.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { settingValues } from '../../db/setting-values.ts'
import { commonPasswords } from './common-passwords.ts'
import { refuseField } from '../../http/refused.ts'

type Person = Omit<PasswordOwner, 'businessName'>

/**
 * Refuses the field `password` (422) with a sentence when the policy does not accept it for this person.
 * @param businessName of a firm that is being set up
 */
export async function refuseWeakPassword(
  tx: Queryable,
  password: string,
  { firstName, lastName, email }: Person,
  businessName?: string,
): Promise<void> {
  const firm = businessName ?? readSetting(await settingValues(tx), 'business.name')
  const problem = passwordProblem(
    password,
    { firstName, lastName, email, businessName: firm || 'Bagrun' },
    await commonPasswords(),
  )
  if (problem !== null) refuseField('password', problem)
}
