import type { TxCtx } from '../../ctx.ts'
import { mediaIdOf, ownPathOf } from '../media/index.ts'
import { workflowPorts } from './ports.ts'

const CREATION_PAGE = /^\/creations\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/

/** The file that a sample's address names: a file of this site, or the file of a creation's page. */
export async function findSampleFile(tx: TxCtx, address: string): Promise<string | undefined> {
  const named = mediaIdOf(tx, address)
  if (named) return named
  const creationId = CREATION_PAGE.exec(ownPathOf(tx, address) ?? '')?.[1]
  return creationId ? workflowPorts.creationFile.ask(tx, { creationId }) : undefined
}
