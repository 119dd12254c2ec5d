import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { call } from '../../../lib/client.ts'
import { creationQuery } from './get-creation.ts'
import { workflowCreationsQuery } from './list-workflow-creations.ts'

type Change = { public?: boolean; share_inputs?: boolean }

/** The owner's changes to a creation; every answer replaces the page's data. */
export function useChangeCreation(creation: CreationView, key: string | undefined) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const params = { id: creation.id }

  const show = (next: CreationView) => {
    client.setQueryData(creationQuery(creation.id, key).queryKey, next)
    void client.invalidateQueries({ queryKey: ['listUserCreations'] })
    void client.invalidateQueries({
      queryKey: workflowCreationsQuery(creation.workflow_id).queryKey,
    })
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
      const { queryKey } = creationQuery(creation.id, key)
      const turn = ++newest.current
      client.setQueryData(queryKey, { ...creation, ...body })
      const sent = line.current.then(() => call('updateCreation', { params, body }))
      line.current = sent.catch(() => undefined)
      try {
        const next = await sent
        if (turn === newest.current) show(next)
        track('creation_changed', { creation_id: creation.id, ...body })
        return next
      } catch (error) {
        if (turn === newest.current) await client.invalidateQueries({ queryKey })
        throw error
      }
    })

  const createLink = () =>
    run('The link could not be made. Please try again.', async () => {
      const { url } = await call('createSecretLink', { params })
      const absolute = new URL(url, location.origin).href
      show({ ...creation, secret_link: absolute })
      track('secret_link_created', { creation_id: creation.id })
      return absolute
    })

  const revokeLink = () =>
    run('The link could not be revoked. Please try again.', async () => {
      await call('revokeSecretLink', { params })
      show({ ...creation, secret_link: null })
      track('secret_link_revoked', { creation_id: creation.id })
    })

  return { busy, fault, change, createLink, revokeLink }
}

export type ChangeCreation = ReturnType<typeof useChangeCreation>
