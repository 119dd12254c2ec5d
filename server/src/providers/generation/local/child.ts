import { Refusal } from '@vignette/local-studio'
import { studioTasks } from '@vignette/local-studio/tasks.ts'
import { TaskError } from '../../../platform/children/messages.ts'
import { serveTasks, type Tasks } from '../../../platform/children/serve-tasks.ts'

// The module that runs inside the pool's children.

const tasks: Tasks = studioTasks

serveTasks(
  Object.fromEntries(Object.entries(tasks).map(([name, run]) => [name, passRefusalsOn(run)])),
)

/** The pool recognises expected refusals by its own class. */
function passRefusalsOn(run: Tasks[string]): Tasks[string] {
  return async (payload, io) => {
    try {
      return await run(payload, io)
    } catch (error) {
      throw error instanceof Refusal ? new TaskError(error.code, error.message) : error
    }
  }
}
