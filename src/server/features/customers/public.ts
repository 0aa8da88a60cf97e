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
