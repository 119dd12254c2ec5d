import { mediaTasks } from '../features/media/child/tasks.ts'
import { scoreImage } from '../features/moderation/child/score-image.ts'
import { serveTasks } from '../platform/children/serve-tasks.ts'

// What these processes write is for the server's account alone.
process.umask(0o077)

/** The module of the processes that may be killed: all work on bytes that strangers sent. */
serveTasks({ ...mediaTasks, scoreImage })
