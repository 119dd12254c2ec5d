import { openPlainPicturesOnly } from '../features/media/child/open-plain-pictures-only.ts'
import { mediaTasks } from '../features/media/child/tasks.ts'
import { scoreImage } from '../features/moderation/child/score-image.ts'
import { serveTasks } from '../platform/children/serve-tasks.ts'

// Only the server's account may read the files that these processes write.
process.umask(0o077)
openPlainPicturesOnly()

const tasks = { ...mediaTasks, scoreImage }
/** Other modules import this type alone, since the module itself runs as a child. */
export type ChildTask = keyof typeof tasks

/** The entry module of killable child processes, which do all work on untrusted bytes. */
serveTasks(tasks)
