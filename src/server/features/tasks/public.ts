/** What other features may use (architecture.md, "The server's features"). */

export { forgetOldTasks } from './tasks-commands.ts'
