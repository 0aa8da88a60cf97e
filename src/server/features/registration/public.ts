export { mailConfirmLinkAgain } from './confirm-again-commands.ts'
