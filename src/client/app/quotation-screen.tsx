import { acceptQuotation, getQuotation } from '#contract/v1/requests.ts'
import { QuotationPage } from '#client/features/quotation/quotation-page.tsx'
import type { Firm } from '#client/features/session/firm.ts'
import { screenCall } from './sign-in.ts'

const look = (token: string) => screenCall(getQuotation, { token })
const accept = (token: string) => screenCall(acceptQuotation, { token })

export default function QuotationScreen({ firm, token }: { firm: Firm; token: string | null }) {
  return <QuotationPage firm={firm} token={token} look={look} accept={accept} />
}
