export { unsubscribeUrlOf } from './unsubscribe-token.ts'
