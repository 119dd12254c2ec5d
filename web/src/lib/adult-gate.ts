import { useSyncExternalStore } from 'react'
import { readSessionItem, writeSessionItem } from './session-items.ts'

const KEY = 'adult_confirmed'
const listeners = new Set<() => void>()

/** Whether this session's visitor said to be old enough for adult content, and how to say it. */
export function useAdultGate(): [isOpen: boolean, open: () => void] {
  return [useSyncExternalStore(subscribe, isOpen, () => false), open]
}

const isOpen = () => readSessionItem(KEY) === 'yes'

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function open(): void {
  writeSessionItem(KEY, 'yes')
  for (const tell of listeners) tell()
}
