import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Closes a drawer or dialog and returns to the list with the same page and filters. */
export function useBackToList(list: string): () => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(() => navigate({ pathname: list, search }), [navigate, list, search])
}
