export { aboutCustomer } from './mails-of-person.ts'
export { unsubscribeUrlOf } from './unsubscribe-token.ts'
