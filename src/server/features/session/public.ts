export { confirmPassword } from './second-factor/current-password.ts'
