import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StudioRoom } from './components/studio-room.tsx'

export function DisputesPage() {
  return (
    <StudioRoom title="Disputes">
      <EmptyState
        title="Disputes are not listed here yet"
        action={
          <LinkButton to="/studio/money" kind="secondary">
            Open your money
          </LinkButton>
        }
      >
        What open disputes keep back is a line of your money.
      </EmptyState>
    </StudioRoom>
  )
}
