import { Disputes } from './components/disputes.tsx'
import { StudioRoom } from './components/studio-room.tsx'

export function DisputesPage() {
  return (
    <StudioRoom title="Disputes">
      <Disputes />
    </StudioRoom>
  )
}
