import { sentences } from '#client/ui/core/texts.ts'

export const EMPLOYMENT_TYPE_WORDS = sentences({
  EMPLOYEE: 'Employee',
  PERMANENT: 'Permanent',
  CASUAL: 'Casual',
  CONTRACTOR: 'Contractor',
})
