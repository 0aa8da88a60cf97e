import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getProfile } from '#contract/v1/session.ts'
import { ask } from '#client/api/query-client.ts'
import { session } from './session.ts'

/**
 * Stores the profile anew at each visit and after each act that changes it, such as a payment. The account's card
 * shares the query.
 */
export function CustomerProfile(): null {
  const { data } = useQuery({ ...ask(getProfile, {}), throwOnError: false })
  useEffect(() => {
    if (data !== undefined && session.state().token !== null) session.know(data)
  }, [data])
  return null
}
