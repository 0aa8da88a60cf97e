export {
  changedCustomer,
  changedCycle,
  changeOf,
  creationOf,
  CUSTOMER_NUMBERS,
  type CustomerInsert,
  hasMoved,
  newCustomer,
} from './customer-rows.ts'
export { type CustomerRow, customersByID } from './customers-reads.ts'
