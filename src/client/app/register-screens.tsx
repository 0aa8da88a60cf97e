import { useLocation, useSearchParams } from 'react-router-dom'
import type { CallOf } from '#contract/endpoint.ts'
import { confirmRegistration, getPendingRegistration } from '#contract/v1/registration.ts'
import { leaveFor } from '#client/shells/leave.ts'
import { ConfirmPage } from '#client/features/register/confirm-page.tsx'
import { registerCalls } from '#client/features/register/register-calls.ts'
import { RegisterPage } from '#client/features/register/register-page.tsx'
import type { Firm } from '#client/features/session/firm.ts'
import { paths } from './paths.ts'
import { screenCall } from './sign-in.ts'

const calls = registerCalls(screenCall, leaveFor)
const look = (token: string) => screenCall(getPendingRegistration, { token })
const confirm = (input: CallOf<typeof confirmRegistration>) => screenCall(confirmRegistration, input)

export default function RegisterScreens({ firm }: { firm: Firm }) {
  const { pathname } = useLocation()
  const token = useSearchParams()[0].get('token')
  return pathname === paths.confirm() ? (
    <ConfirmPage firm={firm} token={token} look={look} confirm={confirm} loginPath={paths.login()} />
  ) : (
    <RegisterPage firm={firm} calls={calls} loginPath={paths.login()} />
  )
}
