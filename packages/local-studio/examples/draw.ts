import { writeFile } from 'node:fs/promises'
import { textToImageParams } from '@vignette/local-studio'
import { studioTasks } from '@vignette/local-studio/tasks.ts'

const [prompt = 'a lighthouse at dusk', file = 'picture.png'] = process.argv.slice(2)
const params = textToImageParams.parse({ style: 'landscape', aspect: '3:2' })
const io = { onProgress: () => undefined }
await writeFile(file, await studioTasks.text_to_image({ prompt, seed: 7, params }, io))
