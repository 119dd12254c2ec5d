import type * as studio from '@vignette/local-studio'
import { StartError } from '../../../platform/start-error.ts'

export type Studio = typeof studio

/** Imports local-studio, which an installation with LOCAL=false may leave out. */
export async function loadStudio(): Promise<Studio> {
  try {
    return await import('@vignette/local-studio')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new StartError(
      'The package local-studio, which draws and films on this machine, is not installed: run "npm run build" to install it, or set LOCAL=false to go without.',
      { cause },
    )
  }
}
