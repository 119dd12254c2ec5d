import { useShop } from '../shop.ts'
import { useAuth } from './auth-context.tsx'

/** Whether the studio is for this person: for everybody, or in a shop of one seller for its people. */
export function useMaySell(): boolean {
  const { mode } = useShop()
  const { user } = useAuth()
  if (mode !== 'single') return true
  return user?.roles.some((role) => role === 'approved_creator' || role === 'admin') ?? false
}
