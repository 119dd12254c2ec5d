import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StudioRoom } from './components/studio-room.tsx'

export function CasesPage() {
  return (
    <StudioRoom title="Cases">
      <EmptyState
        title="Buyers cannot open cases yet"
        action={
          <LinkButton to="/studio/sales" kind="secondary">
            Open your sales
          </LinkButton>
        }
      >
        Until they can, a buyer writes to the address on the receipt.
      </EmptyState>
    </StudioRoom>
  )
}
