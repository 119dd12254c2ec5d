import { CaseList } from '../creations/index.ts'
import { StudioRoom } from './components/studio-room.tsx'

export function CasesPage() {
  return (
    <StudioRoom title="Cases">
      <CaseList side="creator" />
    </StudioRoom>
  )
}
