import { useNavigate } from 'react-router-dom'
import { invoicesPaths } from './invoices-paths.ts'

/** Opens the bulk acts, where the one just started shows how far it is. */
export function useToTasks(): () => void {
  const navigate = useNavigate()
  return () => void navigate(invoicesPaths.tasks())
}
