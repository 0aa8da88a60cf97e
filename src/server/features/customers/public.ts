/** What other features may use (architecture.md, "The server's features"). */

export {
  changedCustomer,
  changedCycle,
  changeOf,
  creationOf,
  CUSTOMER_NUMBERS,
  type CustomerInsert,
  newCustomer,
} from './customer-rows.ts'
export { type CustomerRow, customersByID } from './customers-reads.ts'
