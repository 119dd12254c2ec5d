import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { createChildPool } from '../../server/src/platform/children/pool.ts'
import {
  createLocalProvider,
  localChildModule,
} from '../../server/src/providers/generation/local/create-local-provider.ts'
import { loadStudio } from '../../server/src/providers/generation/local/load-studio.ts'

export interface Drawing {
  /** Draws the words at screen size; answers its seconds. */
  draw(words: string): Promise<number>
  close(): Promise<void>
}

/** The renderer of a recipe's one step, in a process of its own as the server has it, with nothing around it. */
export async function openDrawing({ steps }: Pick<RecipeDocument, 'steps'>): Promise<Drawing> {
  const [step] = steps
  if (!step) throw new Error('the recipe has no step')
  const pool = () => createChildPool({ module: localChildModule, size: 1 })
  const studio = await loadStudio()
  const local = createLocalProvider({ studio, children: pool(), forShort: pool() })
  return {
    async draw(words) {
      const began = performance.now()
      await local.start(
        {
          functionType: step.function_type,
          prompt: words,
          params: step.params ?? {},
          screenSize: true,
          videos: [],
          idempotencyKey: words,
          seed: 7,
        },
        { signal: new AbortController().signal, onProgress: () => undefined },
      )
      return (performance.now() - began) / 1000
    },
    close: async () => local.close?.(),
  }
}
