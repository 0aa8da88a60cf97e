import { useNavigate } from 'react-router-dom'
import { invoicesPaths } from './invoices-paths.ts'

/** Opens the bulk acts, which show the progress of the one just started. */
export function useToTasks(): () => void {
  const navigate = useNavigate()
  return () => void navigate(invoicesPaths.tasks())
}
