import { type NodeTypes, readNodeTypes } from '@vignette/contract/comfy-nodes.ts'
import { z } from 'zod'
import { type ComfyLine, requestComfy } from './request.ts'

const KEPT_MS = 5 * 60_000
/** A server that does not answer is asked again soon. */
const FAILED_MS = 10_000
const TIMEOUT_MS = 10_000

/** Asks the servers for their nodes, each once for all callers of some minutes. */
export function createNodeTypeReader(lines: readonly ComfyLine[]): () => Promise<NodeTypes[]> {
  const readers = lines.map((line) => {
    let kept: { types: Promise<NodeTypes | undefined>; until: number } | undefined
    return async () => {
      if (!kept || performance.now() > kept.until) {
        const asked = { types: ask(line), until: Number.POSITIVE_INFINITY }
        kept = asked
        asked.until = performance.now() + ((await asked.types) ? KEPT_MS : FAILED_MS)
      }
      return kept.types
    }
  })
  return async () => {
    const all = await Promise.all(readers.map((read) => read()))
    return all.filter((types) => types !== undefined)
  }
}

async function ask(line: ComfyLine): Promise<NodeTypes | undefined> {
  try {
    const request = { method: 'GET', path: '/object_info', timeoutMs: TIMEOUT_MS } as const
    return readNodeTypes(await requestComfy(line, request, z.unknown()))
  } catch {
    return undefined
  }
}
