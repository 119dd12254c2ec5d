import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Draft, saveDraft } from '../api.ts'
import type { BuilderDocument } from '../document/create-document.ts'
import { createDocument } from '../document/create-document.ts'
import { type Autosave, createAutosave, type SaveState } from './create-autosave.ts'
import { findUnsaved, keepUnsaved } from './unsaved-text.ts'

interface OpenDraft {
  document: BuilderDocument
  autosave: Autosave
  state: SaveState
}

/** The draft's document, each change of which is saved; what an earlier visit could not send too. */
export function useOpenDraft(draft: Draft): OpenDraft {
  const [{ document, autosave }] = useState(() => open(draft))
  const state = useSyncExternalStore(autosave.subscribe, autosave.state)
  useEffect(() => {
    const stop = document.subscribe(() => autosave.change(document.getState().text))
    const send = () => void autosave.flush()
    addEventListener('online', send)
    return () => {
      stop()
      removeEventListener('online', send)
      // The last change is sent at once; the browser keeps what does not arrive.
      void autosave.flush().finally(autosave.stop)
    }
  }, [document, autosave])
  return { document, autosave, state }
}

function open(draft: Draft): Pick<OpenDraft, 'document' | 'autosave'> {
  const kept = findUnsaved(draft.id)
  const unsaved = kept && kept.text !== draft.text ? kept : undefined
  const autosave = createAutosave(
    {
      text: draft.text,
      // The revision of the kept text: another window may have saved a newer one.
      revision: unsaved?.revision ?? draft.revision,
      ...(unsaved ? { unsaved: unsaved.text } : {}),
    },
    {
      send: (text, revision) => saveDraft(draft.id, text, revision),
      keep: (one) => keepUnsaved(draft.id, one),
      wait: (milliseconds, then) => {
        const timer = setTimeout(then, milliseconds)
        return () => clearTimeout(timer)
      },
      now: () => Date.now(),
    },
  )
  return { document: createDocument(unsaved?.text ?? draft.text), autosave }
}
