/** What other features may use (architecture.md, "The server's features"). */

export { unsubscribeUrlOf } from './unsubscribe-token.ts'
