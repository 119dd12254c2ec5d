import type { RouteName } from '@vignette/contract/paths.ts'
import { type CallOptions, callRaw } from './client.ts'

/** Saves an answer that is a file. A call and not a link, so that a bearer token works as well. */
export async function saveAnswer<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
  file: string,
): Promise<void> {
  const blob = await callRaw(name, options, (answer) => answer.blob())
  saveFile(new File([blob], file, { type: blob.type }))
}

/** Saves a file from memory through the browser's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // The download starts after this task; a minute is enough to open the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
