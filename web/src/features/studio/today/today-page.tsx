import { LinkButton } from '../../../ui/button.tsx'
import { StudioRoom } from '../components/studio-room.tsx'
import { EventList } from './event-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { TodayFigures } from './today-figures.tsx'
import { TodoList } from './todo-list.tsx'

export function TodayPage() {
  return (
    <StudioRoom title="Today" beside={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}>
      <Today />
    </StudioRoom>
  )
}

function Today() {
  return (
    <div className="flex flex-col gap-12">
      <TodayFigures />
      <FirstSteps />
      <TodoList />
      <EventList />
    </div>
  )
}
