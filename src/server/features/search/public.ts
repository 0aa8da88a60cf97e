export { refreshSearch } from './customer-search-commands.ts'
