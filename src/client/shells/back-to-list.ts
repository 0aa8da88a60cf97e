import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Closes what lies over a list: back to the list as it was, page and filters included. */
export function useBackToList(list: string): () => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(() => navigate({ pathname: list, search }), [navigate, list, search])
}
