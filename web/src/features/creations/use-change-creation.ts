import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { useRef, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { refresh } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import type { Write } from '../../lib/stale.ts'
import { createSecretLink, creationQuery, revokeSecretLink, updateCreation } from './api.ts'

type Change = { public?: boolean; share_inputs?: boolean }

/** The owner's changes to a creation; every answer replaces the page's data. */
export function useChangeCreation(creation: CreationView, key: string | undefined) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const { id } = creation

  const show = (next: CreationView, write: Write) => {
    client.setQueryData(creationQuery(id, key).queryKey, next)
    void refresh(client, write)
  }

  async function run<T>(fallback: string, work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setFault(undefined)
    try {
      return await work()
    } catch (error) {
      setFault(readReason(error, fallback))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const line = useRef<Promise<unknown>>(Promise.resolve())
  const newest = useRef(0)

  /** Shown optimistically and sent in order, so that the last choice wins. */
  const change = (body: Change) =>
    run('The change could not be saved. Please try again.', async () => {
      const { queryKey } = creationQuery(id, key)
      const turn = ++newest.current
      client.setQueryData(queryKey, { ...creation, ...body })
      const sent = line.current.then(() => updateCreation(id, body))
      line.current = sent.catch(() => undefined)
      try {
        const next = await sent
        if (turn === newest.current) show(next, 'updateCreation')
        track('creation_changed', { creation_id: id, ...body })
        return next
      } catch (error) {
        if (turn === newest.current) await client.invalidateQueries({ queryKey })
        throw error
      }
    })

  const createLink = () =>
    run('The link could not be made. Please try again.', async () => {
      const { url } = await createSecretLink(id)
      const absolute = new URL(url, location.origin).href
      show({ ...creation, secret_link: absolute }, 'createSecretLink')
      track('secret_link_created', { creation_id: id })
      return absolute
    })

  const revokeLink = () =>
    run('The link could not be revoked. Please try again.', async () => {
      await revokeSecretLink(id)
      show({ ...creation, secret_link: null }, 'revokeSecretLink')
      track('secret_link_revoked', { creation_id: id })
    })

  return { busy, fault, change, createLink, revokeLink }
}

export type ChangeCreation = ReturnType<typeof useChangeCreation>
