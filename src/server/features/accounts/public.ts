export { tellAccountChanged } from './account-notices.ts'
export {
  addAccount,
  addAccounts,
  changeAccount,
  hasPassword,
  isAnotherMailbox,
  isEmailTaken,
  letSignIn,
  namesIn,
  renameAccounts,
} from './accounts-commands.ts'
export { hasSecondFactor } from './has-second-factor-reads.ts'
export { invite } from './invitations.ts'
export {
  consumeToken,
  issueToken,
  newEmailOf,
  revokeTokensFor,
  revokeTokensOf,
  userOfToken,
} from './one-time-tokens.ts'
export { refuseWeakPassword } from './password-policy.ts'
export { hashPassword, passwordMatches, setPasswordCost } from './passwords.ts'
