import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StudioRoom } from './components/studio-room.tsx'

export function SalesPage() {
  return (
    <StudioRoom title="Sales">
      <EmptyState
        title="Sales are not listed here yet"
        action={
          <LinkButton to="/profile?tab=earnings" kind="secondary">
            Open your earnings
          </LinkButton>
        }
      >
        Your earnings show them by recipe.
      </EmptyState>
    </StudioRoom>
  )
}
