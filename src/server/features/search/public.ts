/** What other features may use (architecture.md, "The server's features"). */

export { refreshSearch } from './customer-search-commands.ts'
